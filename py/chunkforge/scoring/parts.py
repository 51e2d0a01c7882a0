"""What the chunks of a split are made of for a static model: document tokens, cut words, and what is put before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from chunkforge.chunks import Chunks
from chunkforge.scoring.leads import Leads
from chunkforge.tokenizers.base import TokenizedText


@dataclass(frozen=True, eq=False)
class Parts:
    """The tokens of n chunks of one document.

    Chunk `i` holds the document's tokens `firsts[i]:lasts[i]`, the tokens `edge_ids[edge_of == i]` (`edge_of` is
    sorted), and the tokens `leads[lead_of[i]]`, -1 for none. Leads numbered below `lasting` mean the same at every
    split.
    """

    firsts: NDArray[np.intp]
    lasts: NDArray[np.intp]
    edge_ids: NDArray[np.int32]
    edge_of: NDArray[np.intp]
    lead_of: NDArray[np.intp]
    leads: Sequence[NDArray[np.int32]]
    lasting: int

    def __len__(self) -> int:
        """Number of chunks."""
        return len(self.firsts)

    @cached_property
    def used_leads(self) -> tuple[NDArray[np.int32], NDArray[np.intp], NDArray[np.intp]]:
        """The leads that chunks have, laid out.

        Their tokens one behind the other (int32 [m]), the lead that each token belongs to, numbered from 0 (intp [m]),
        and each chunk's lead under these numbers (intp [n], -1 for none).
        """
        numbers = np.unique(self.lead_of[self.lead_of >= 0])
        used = [self.leads[number] for number in numbers]
        owner = np.repeat(np.arange(len(used)), [len(ids) for ids in used])
        which = np.where(self.lead_of >= 0, np.searchsorted(numbers, self.lead_of), -1)
        return np.concatenate([np.empty(0, np.int32), *used]), owner, which

    def counts(self) -> NDArray[np.intp]:
        """Tokens of each chunk (intp [n])."""
        return self.lasts - self.firsts + self.others

    @cached_property
    def others(self) -> NDArray[np.intp]:
        """Tokens of each chunk that are not the document's: those of cut words, and of its lead (intp [n])."""
        _, owner, which = self.used_leads
        leads = np.append(np.bincount(owner, minlength=int(which.max(initial=-1)) + 1), 0)  # the last one is that of -1
        others: NDArray[np.intp] = np.bincount(self.edge_of, minlength=len(self)) + leads[which]
        return others

    def pick(self, which: NDArray[np.intp]) -> Parts:
        """The parts of some chunks (intp, ascending)."""
        place = np.full(len(self), -1, np.intp)
        place[which] = np.arange(len(which))
        edge_of = place[self.edge_of]
        kept = edge_of >= 0
        firsts, lasts, lead_of = self.firsts[which], self.lasts[which], self.lead_of[which]
        return Parts(firsts, lasts, self.edge_ids[kept], edge_of[kept], lead_of, self.leads, self.lasting)


def parts_of(chunks: Chunks, tokenized: TokenizedText, leads: Leads) -> Parts:
    """Take the chunks of a split apart.

    Args:
        chunks: the split.
        tokenized: its document under the scoring tokenizer.
        leads: the document's prefixes met so far.

    Returns:
        Parts whose tokens, chunk by chunk, are those of `chunks.text(i)` tokenised alone.
    """
    slices = tokenized.slice_tokens(chunks.starts, chunks.ends)
    firsts, lasts = slices.first.astype(np.intp), slices.last.astype(np.intp)
    edge_ids, edge_of = slices.edge_ids, slices.edge_slice.astype(np.intp)
    lead_of, tokens, lasting = leads.of(chunks)
    whole = lead_of >= lasting
    if whole.any():  # tokenised as they stand, so nothing of the document's tokens is theirs
        lasts = np.where(whole, firsts, lasts)
        edge_ids, edge_of = edge_ids[~whole[edge_of]], edge_of[~whole[edge_of]]
    return Parts(firsts, lasts, edge_ids, edge_of, lead_of, tokens, lasting)
