"""How the page looks, in light and dark, and what a browser may load for it: nothing but this."""

import base64
import hashlib

HEATS = 10
"""Shades of a heat table, `h0` to `h9`."""
_HEAT = "".join(f".h{n}{{background:color-mix(in srgb,var(--heat) {n * 8}%,transparent)}}" for n in range(HEATS))
STYLE = (
    """
:root{color-scheme:light dark;--ink:#1b1f24;--dim:#667;--line:#d5d9e0;--paper:#fff;--heat:#d97706;--one:#0a7d5a;
--two:#b3400e;--three:#2457c5;--four:#7a3fb0}
@media (prefers-color-scheme:dark){:root{--ink:#e4e7ec;--dim:#98a1b0;--line:#353b45;--paper:#14171b;--heat:#f0a03c;
--one:#3fcf9f;--two:#ff9162;--three:#83abff;--four:#c99bf5}}
body{margin:0 auto;max-width:72rem;padding:1.5rem;background:var(--paper);color:var(--ink);
font:15px/1.5 system-ui,"PingFang SC","Microsoft YaHei",sans-serif}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin:2.2rem 0 .5rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;display:block;overflow-x:auto}
th,td{border-bottom:1px solid var(--line);padding:.2rem .7rem .2rem 0;text-align:right;vertical-align:top}
th:first-child{text-align:left;font-weight:600}thead th{font-weight:600;color:var(--dim)}
td small{display:block;color:var(--dim);font-size:.78em;white-space:nowrap}.dim,p.about{color:var(--dim)}
.heat td{text-align:center;padding:.3rem .7rem}
svg{max-width:34rem;width:100%;height:auto}svg text{fill:var(--ink);font-size:12px}
svg .axis{stroke:var(--dim);fill:none}svg .guide{stroke:var(--line);stroke-dasharray:4 4;fill:none}
svg .bar{fill:var(--line)}svg .dot{stroke-width:2}
svg .model{fill:var(--one);stroke:var(--one)}svg .rules{fill:none;stroke:var(--two)}svg .curve{fill:none;stroke-width:2}
svg .all,svg .one{stroke:var(--one)}svg .en,svg .two{stroke:var(--two);stroke-dasharray:7 3}
svg .zh{stroke:var(--three);stroke-dasharray:2 3}svg .mixed{stroke:var(--four);stroke-dasharray:9 3 2 3}
details{margin:.4rem 0}summary{cursor:pointer;font-weight:600}
.miss{border-left:3px solid var(--line);margin:.6rem 0;padding-left:.8rem;overflow-wrap:anywhere}
.miss blockquote{margin:.1rem 0;white-space:pre-wrap}
.miss p{margin:.1rem 0;color:var(--dim);font-size:.9em}code{font:.9em ui-monospace,monospace}
"""
    + _HEAT
    + "\n"
)
POLICY = (
    f"default-src 'none'; style-src 'sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'; "
    "base-uri 'none'; form-action 'none'"
)
"""Of content security: only this style, no script, no picture from elsewhere, no form."""
