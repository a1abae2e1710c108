/** Kept in the program, so that the page works wherever the program does. */
export const DOCS_STYLESHEET = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fbfcfa, #14181a);
  --side: light-dark(#eff3f0, #191e20);
  --ink: light-dark(#1b2326, #e8edec);
  --quiet: light-dark(#56636a, #a3b0b3);
  --line: light-dark(#d8deda, #343d40);
  --accent: light-dark(#0b6b5d, #5ad1bb);
  --warn: light-dark(#a1271b, #ff9c8f);
  --tint: light-dark(#e9f2ef, #1f2b2a);
  font: 16px/1.55 system-ui, "Noto Sans", "DejaVu Sans", sans-serif;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { display: grid; grid-template-columns: 18rem minmax(0, 1fr); margin: 0; background: var(--ground); color: var(--ink); }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 0.5rem; z-index: 1; padding: 0.3rem 0.7rem; background: var(--ground); }
nav { position: sticky; top: 0; height: 100vh; padding: 1.5rem 1.3rem; overflow-y: auto; border-right: 1px solid var(--line); background: var(--side); font-size: 0.92rem; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li { margin: 0.3rem 0; }
nav li li { margin: 0.15rem 0 0.15rem 0.9rem; overflow-wrap: anywhere; font-size: 0.92em; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
.brand { margin: 0 0 1rem; font-size: 1.25rem; font-weight: 700; }
.brand a { color: inherit; }
small { color: var(--quiet); font-size: 0.85rem; font-weight: 400; }
main { max-width: 62rem; padding: 2rem 2.5rem 5rem; }
h1 { max-width: 38rem; margin: 0 0 0.6rem; font-size: 1.9rem; line-height: 1.2; letter-spacing: -0.02em; }
h2 { margin: 3rem 0 0.6rem; padding-bottom: 0.3rem; border-bottom: 1px solid var(--line); font-size: 1.35rem; }
h3 { display: flex; flex-wrap: wrap; gap: 0.6rem; align-items: center; margin: 0 0 0.4rem; font: 600 1.05rem ui-monospace, "DejaVu Sans Mono", monospace; }
h3 a { color: inherit; text-decoration: none; }
p { max-width: 46rem; margin: 0 0 0.9rem; }
.lead { color: var(--quiet); font-size: 1.08rem; }
.steps { max-width: 46rem; padding-left: 1.3rem; }
article { margin: 1rem 0; padding: 1.1rem 1.25rem; border: 1px solid var(--line); border-radius: 10px; }
article:target { border-color: var(--accent); }
.tag { padding: 0.1rem 0.55rem; border-radius: 99px; background: var(--tint); color: var(--accent); font: 600 0.75rem system-ui, "DejaVu Sans", sans-serif; }
.tag.unsafe { color: var(--warn); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.15rem 1.1rem; margin: 0 0 0.8rem; font-size: 0.92rem; }
dt { color: var(--quiet); }
dd { margin: 0; }
code { font: 0.88em ui-monospace, "DejaVu Sans Mono", monospace; }
p code, li > code, dd code, td code { padding: 0.1em 0.3em; border-radius: 4px; background: var(--tint); overflow-wrap: anywhere; }
td:first-child code, td:nth-child(2) code { white-space: nowrap; }
pre { margin: 0.5rem 0; padding: 0.8rem 1rem; overflow-x: auto; border-radius: 8px; background: var(--tint); line-height: 1.45; }
details { margin-top: 0.4rem; }
summary { width: max-content; color: var(--accent); cursor: pointer; font-weight: 600; font-size: 0.92rem; }
table { width: 100%; margin: 0.5rem 0; border-collapse: collapse; font-size: 0.92rem; }
th, td { padding: 0.4rem 0.8rem 0.4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--quiet); font-weight: 600; }
em { color: var(--warn); font-style: normal; font-size: 0.88em; }
tr:target { background: var(--tint); }
@media (max-width: 52rem) {
  body { display: block; }
  nav { position: static; height: auto; max-height: 45vh; border: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1.5rem 1.2rem 4rem; }
  table { display: block; overflow-x: auto; }
}
`;
