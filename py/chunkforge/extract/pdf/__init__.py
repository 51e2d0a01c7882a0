"""Text from PDFs: pdfminer.six for objects, ciphers and widths; everything after that is ours.

The stages, in order: `file` (objects and repairs), `pages`, `fonts`, `content` (operators and operands), `interpreter`
(runs them with `pen`, `marked` and `showing`: pieces of text), `filters`, `lines`, `furniture`, `paragraphs`,
`headings`, `compose`. Pictures are never decoded, nothing is recognised in them.
"""

from chunkforge.extract.pdf.budget import Limits
from chunkforge.extract.pdf.reader import reading
from chunkforge.extract.pdf.rules import Rules

__all__ = ["Limits", "Rules", "reading"]
