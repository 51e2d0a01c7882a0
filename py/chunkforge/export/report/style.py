"""The report's look: one sheet within the page, light or dark as the reader's machine is, fit to print."""

STYLE = """
:root { color-scheme: light dark; --soft: light-dark(#555b61, #a4adb5); --line: light-dark(#dcd9d2, #30363c);
  --edge: light-dark(#868a8e, #78828b); --accent: light-dark(#0b5d69, #74c7d3);
  --paper: light-dark(#ffffff, #14171a); --ink: light-dark(#1a1c1e, #e8eaec); }
body { margin: 0 auto; padding: 24px; max-width: 1120px; color: var(--ink); background: var(--paper);
  font: 15px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
h1 { font-size: 24px; } h2 { font-size: 19px; margin-top: 32px; } h3 { font-size: 16px; } h4 { font-size: 15px; }
dl { display: grid; grid-template-columns: minmax(120px, max-content) minmax(0, 1fr); gap: 4px 24px; }
dt, figcaption, .soft { color: var(--soft); } dd { margin: 0; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
td { white-space: nowrap; } thead th { color: var(--soft); font-weight: 500; overflow-wrap: normal; }
tbody th { min-width: 200px; font-weight: 400; } .queries tbody th { min-width: 280px; }
pre { white-space: pre-wrap; margin: 4px 0 16px; padding: 8px 12px; border-inline-start: 3px solid var(--line);
  font: inherit; }
figure { margin: 16px 0; } svg { display: block; width: 100%; max-width: 800px; }
svg text { fill: var(--soft); font-size: 12px; } svg .named { fill: var(--ink); font-weight: 600; }
.axis { stroke: var(--edge); } .grid { stroke: var(--line); } .lead { stroke: var(--edge); stroke-dasharray: 2 3; }
.chance { stroke: var(--edge); stroke-width: 2; } .dot { fill: var(--paper); stroke: var(--accent); stroke-width: 2; }
.dot.present { fill: var(--accent); }
@media print { body { max-width: none; padding: 0; } tr, figure { break-inside: avoid; } }
"""
