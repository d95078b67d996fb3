import { PARTS } from '../parts.ts';
import { Markup } from './markup.ts';

/** Of the page, for bright and dark surroundings, narrow and wide windows. */
export const STYLE = new Markup(`
:root { color-scheme: light dark; --ground: #fff; --ink: #1b1f24; --faint: #59636e; --rule: #d8dee4; --first: #0b62c4;
  --second: #b3400f; --wait: #8a8f98; --auth: #b8860b; --limit: #7d5a00; --queue: #b3400f; --render: #0b62c4;
  --encode: #2a8a4a; --rest: #8a63b8; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14181d; --ink: #e6e9ed; --faint: #9aa4af; --rule: #343b44; --first: #62a8f5; --second: #f08a5d;
    --wait: #9097a1; --auth: #e2b340; --limit: #a8842c; --queue: #f08a5d; --render: #62a8f5; --encode: #5fbf80;
    --rest: #b795e0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1rem; background: var(--ground); color: var(--ink);
  font: 15px/1.45 system-ui, sans-serif; }
h1 { font-size: 1.35rem; margin: 0 0 .25rem; } h2 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; }
p { margin: .25rem 0; } .faint, .unit { color: var(--faint); font-weight: normal; overflow-wrap: anywhere; }
ul { margin: .25rem 0; padding-left: 1.2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem .25rem 0; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
th { color: var(--faint); font-weight: normal; } th:first-child, td:first-child { text-align: left; }
td.words { text-align: left; white-space: normal; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1.25rem 2rem; }
figure { margin: 0; min-width: 0; } figcaption { font-weight: 600; margin-bottom: .4rem; }
.legend { display: flex; flex-wrap: wrap; gap: 0 .9rem; font-weight: normal; font-size: .85rem; color: var(--faint); }
.key i { display: inline-block; width: .9em; height: .55em; margin-right: .35em; }
.key .dashed { height: 0; border-top: 2px dashed var(--faint); vertical-align: middle; }
.plot { display: grid; grid-template-columns: auto 1fr; column-gap: .5rem; }
.plot svg { width: 100%; height: 11rem; overflow: visible; }
.scale { display: flex; flex-direction: column; justify-content: space-between; text-align: right; margin: -.65em 0; }
.scale, .marks { font-size: .8rem; color: var(--faint); font-variant-numeric: tabular-nums; }
.marks { grid-column: 2; position: relative; height: 1.5em; }
.marks span { position: absolute; white-space: nowrap; }
path { fill: none; vector-effect: non-scaling-stroke; } .grid { stroke: var(--rule); }
.line { stroke-width: 1.8; stroke-linejoin: round; stroke-linecap: round; }
.bound { stroke: var(--faint); stroke-dasharray: 5 4; }
.line.first { stroke: var(--first); } i.first { background: var(--first); }
.line.second { stroke: var(--second); } i.second { background: var(--second); }
.bar { display: grid; grid-template-columns: 3.2rem 1fr 3.2rem; align-items: center; gap: .5rem; margin: .3rem 0; }
.bar svg { width: 100%; height: 1.35rem; } .bar .number { font-variant-numeric: tabular-nums; }
${PARTS.map((part) => `.part-${part} { fill: var(--${part}); background: var(--${part}); }`).join('\n')}
`);
