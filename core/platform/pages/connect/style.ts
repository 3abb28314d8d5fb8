/**
 * The stylesheet of the connect pages. It is inline, and its hash is in the
 * Content-Security-Policy.
 */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1c2024;--soft:#57616b;--paper:#f4f2ee;--card:#fff;--raised:#f6f4f0;--line:#dcd8d0;--edge:#7a838c;--go:#0b5d57;--go-strong:#07453f;--go-ink:#fff;--tint:#e3f1ef;--bad:#a9231b;--bad-tint:#fceeec;--warm:#b4541a}
@media(prefers-color-scheme:dark){:root{--ink:#eceae5;--soft:#a9b2ba;--paper:#121518;--card:#1a1e22;--raised:#21262b;--line:#333a41;--edge:#7f8992;--go:#7fd1c7;--go-strong:#a5e3db;--go-ink:#06231f;--tint:#15302d;--bad:#ff9d94;--bad-tint:#341b1a;--warm:#f0a36b}}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif;overflow-wrap:anywhere}
.wrap{width:min(100% - 2rem,33rem);margin-inline:auto}
.top{padding-block:1.1rem;font-size:.92rem;color:var(--soft);display:flex;justify-content:space-between;gap:1rem;flex-wrap:wrap}
.top strong{color:var(--ink);font-weight:650;letter-spacing:-.01em}
main{flex:1;padding-bottom:3rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:16px;padding:clamp(1.15rem,5vw,2.1rem);box-shadow:0 1px 2px rgb(0 0 0/.04),0 12px 32px -18px rgb(0 0 0/.22)}
.plug{display:flex;align-items:center;gap:0;margin:0 0 1.2rem}
.tile{flex:none;display:grid;place-items:center;width:3.4rem;height:3.4rem;border-radius:14px;background:var(--raised);border:1px solid var(--line);font-size:1.45rem;font-weight:650;line-height:1;color:var(--go)}
.tile.ours{background:var(--go);border-color:var(--go);color:var(--go-ink)}
.tile.bad{background:var(--bad-tint);color:var(--bad);border-color:var(--bad-tint)}
.tile svg{display:block}
.cable{flex:none;width:4.5rem;height:1.6rem;color:var(--edge)}
.cable.on{color:var(--go)}.cable.off{color:var(--bad)}
h1{font-size:clamp(1.45rem,1.2rem + 1.3vw,1.85rem);line-height:1.2;letter-spacing:-.02em;margin:0 0 .5rem;text-wrap:balance}
h2,legend{font-size:1rem;font-weight:650;line-height:1.35;margin:0 0 .55rem;padding:0}
p{margin:0 0 .8rem}.lead{color:var(--soft);margin-bottom:1.3rem}
section,fieldset{margin:0 0 1.5rem;border:0;padding:0;min-width:0}
a{color:var(--go);text-underline-offset:.18em}a:hover{color:var(--go-strong);text-decoration-thickness:.14em}
:focus-visible{outline:3px solid var(--go);outline-offset:2px;border-radius:4px}
.facts{margin:0 0 1.5rem;border-block:1px solid var(--line);padding-block:.35rem}
.facts div{display:grid;grid-template-columns:7.2rem minmax(0,1fr);gap:.2rem 1rem;padding-block:.4rem}
.facts dt{color:var(--soft)}.facts dd{margin:0}
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
.field{margin:0 0 1.05rem}.field:last-child{margin-bottom:0}
label{display:block;font-weight:550;margin-bottom:.2rem}
.optional{font-weight:400;color:var(--soft)}
.hint{color:var(--soft);font-size:.92rem;margin:0 0 .35rem}
input{display:block;width:100%;min-height:2.9rem;padding:.55rem .75rem;font:inherit;color:var(--ink);background:var(--card);border:1px solid var(--edge);border-radius:9px}
input.secret{font-family:ui-monospace,SFMono-Regular,Menlo,monospace}
input:focus-visible{outline:3px solid var(--go);outline-offset:1px;border-radius:9px}
[aria-invalid=true]{border:2px solid var(--bad)}
.field-error{color:var(--bad);font-weight:550;font-size:.94rem;margin:.05rem 0 .35rem}
button,.button{display:block;width:100%;min-height:3.1rem;padding:.75rem 1.2rem;font:inherit;font-size:1.05rem;font-weight:650;text-align:center;text-decoration:none;color:var(--go-ink);background:var(--go);border:1px solid transparent;border-radius:10px;cursor:pointer}
button:hover,.button:hover{background:var(--go-strong);color:var(--go-ink)}
.button.quiet{margin-top:.7rem;color:var(--go);background:none;border-color:var(--edge)}.button.quiet:hover{color:var(--go-strong);border-color:currentColor}
.errors{border:2px solid var(--bad);background:var(--bad-tint);border-radius:12px;padding:1rem 1.15rem;margin:0 0 1.4rem}
.errors:focus-visible{outline:3px solid var(--bad);outline-offset:0;border-radius:12px}
.errors h2{margin-bottom:.3rem}.errors ul{margin:0;padding-left:1.2rem}.errors a{color:var(--bad);font-weight:550}.errors p:last-child{margin:0}
.notice{margin:0 0 1.3rem;padding:.7rem 1rem;border-left:3px solid var(--bad);background:var(--bad-tint);border-radius:0 8px 8px 0}
.notice p:last-child{margin:0}
.warning{border-left:3px solid var(--warm);padding:.1rem 0 .1rem .9rem;margin:0 0 1.4rem}
.small{font-size:.92rem;color:var(--soft);margin:1rem 0 0}
footer{border-top:1px solid var(--line);padding-block:1.1rem 1.6rem;color:var(--soft);font-size:.9rem}footer p{margin:0}
@media(max-width:24rem){.facts div{grid-template-columns:1fr;gap:0}.cable{width:3rem}}
@media(prefers-reduced-motion:no-preference){button,.button,a{transition:background-color .12s,color .12s,border-color .12s}}
@media(forced-colors:active){button,.button,.tile{border-color:ButtonText}.methods [aria-current]{outline:2px solid Highlight}}
@media print{body{background:#fff;color:#000}.card{box-shadow:none}}
`;
