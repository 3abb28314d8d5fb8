import { createPageStyle } from "../../../lib/html-page/index.ts";

/** The stylesheet of the connect pages. */
export const CONNECT_STYLE = createPageStyle(`
body{overflow-wrap:anywhere}
.top{padding-block:1.1rem;font-size:.92rem;color:var(--soft);display:flex;justify-content:space-between;gap:1rem;flex-wrap:wrap}
.top strong{color:var(--ink);font-weight:650;letter-spacing:-.01em}
.plug{display:flex;align-items:center;gap:0;margin:0 0 1.2rem}
.tile{flex:none;display:grid;place-items:center;width:3.4rem;height:3.4rem;border-radius:14px;background:var(--raised);border:1px solid var(--line);font-size:1.45rem;font-weight:650;line-height:1;color:var(--go)}
.tile.ours{background:var(--go);border-color:var(--go);color:var(--go-ink)}
.tile.bad{background:var(--bad-tint);color:var(--bad);border-color:var(--bad-tint)}
.tile svg{display:block}
.cable{flex:none;width:4.5rem;height:1.6rem;color:var(--edge)}
.cable.on{color:var(--go)}.cable.off{color:var(--bad)}
.facts{margin:0 0 1.5rem;border-block:1px solid var(--line);padding-block:.35rem}
.allows{list-style:none;margin:0 0 .9rem;padding:0;display:grid;gap:.5rem}
.allows li{display:grid;grid-template-columns:1.35rem minmax(0,1fr);gap:.6rem;align-items:start}
.allows svg{margin-top:.2rem;color:var(--go)}
.allows code{display:block;color:var(--soft);font:.84rem/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}
.more summary{cursor:pointer;color:var(--go);padding-block:.2rem;text-decoration:underline;text-underline-offset:.18em}.more[open] summary{margin-bottom:.5rem}
.methods{display:grid;gap:.5rem;list-style:none;margin:0;padding:0}
.methods a,.methods span{display:block;padding:.7rem .95rem;border:1px solid var(--line);border-radius:10px;color:var(--ink);text-decoration:none;background:var(--card)}
.methods a:hover{border-color:var(--go);color:var(--go-strong)}
.methods [aria-current]{border:2px solid var(--go);background:var(--tint);padding:calc(.7rem - 1px) calc(.95rem - 1px);font-weight:600}
.methods span.off{color:var(--soft);background:var(--raised)}.methods small{display:block;font-weight:400;color:var(--soft);font-size:.88rem}
input.secret{font-family:ui-monospace,SFMono-Regular,Menlo,monospace}
.button.quiet{margin-top:.7rem}
.choices{margin-bottom:1.5rem}
.notice{margin:0 0 1.3rem;padding:.7rem 1rem;border-left:3px solid var(--bad);background:var(--bad-tint);border-radius:0 8px 8px 0}
.notice p:last-child{margin:0}
.warning{border-left:3px solid var(--warm);padding:.1rem 0 .1rem .9rem;margin:0 0 1.4rem}
@media(max-width:24rem){.cable{width:3rem}}
@media(forced-colors:active){.tile{border-color:ButtonText}.methods [aria-current]{outline:2px solid Highlight}}
`);
