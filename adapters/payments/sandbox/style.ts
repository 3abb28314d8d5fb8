/** The inline stylesheet of the sandbox's pages. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1a2233;--soft:#525d70;--paper:#f4f5f8;--card:#fff;--line:#dde1e8;--edge:#7d8798;--go:#2a48c8;--go-ink:#fff;--go-strong:#1f379d;--bad:#b3211c;--bad-tint:#fdf0ef;--good:#14703f;--good-tint:#e8f5ed;--note:#fff3cf;--note-ink:#4d3900;--note-line:#e0bb4d}
@media(prefers-color-scheme:dark){:root{--ink:#e9ecf3;--soft:#a8b1c2;--paper:#12151c;--card:#1b1f29;--line:#313846;--edge:#7f8aa0;--go:#a9b9ff;--go-ink:#101739;--go-strong:#c6d0ff;--bad:#ff9d94;--bad-tint:#341c1c;--good:#7fd6a4;--good-tint:#16291f;--note:#3a2f10;--note-ink:#f8e3a6;--note-line:#7d6520}}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif;overflow-wrap:break-word}
.wrap{width:min(100% - 2rem,var(--width,62rem));margin-inline:auto}
.slim{--width:38rem}
.banner{background:var(--note);color:var(--note-ink);border-bottom:1px solid var(--note-line)}
.banner p{margin-block:0;padding-block:.7rem;display:flex;gap:.7rem;align-items:flex-start}
.banner svg{flex:none;margin-top:.1rem}
.brand{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.2rem 1.5rem;padding-block:1.3rem .9rem;border-bottom:1px solid var(--line)}
.brand p{margin:0}.shop{font-size:1.15rem;font-weight:650;letter-spacing:-.01em}.kind{color:var(--soft);font-size:.92rem}
main{padding-block:1.4rem 3.5rem}
a{color:var(--go);text-underline-offset:.18em}a:hover{color:var(--go-strong);text-decoration-thickness:.14em}
:focus-visible{outline:3px solid var(--go);outline-offset:2px;border-radius:4px}
h1{font-size:clamp(1.55rem,1.25rem + 1.4vw,2.1rem);line-height:1.2;letter-spacing:-.015em;margin:.7rem 0 .35rem;text-wrap:balance}
h2,legend{font-size:1.08rem;font-weight:650;line-height:1.3}
h2{margin:0 0 .8rem}
.lead{color:var(--soft);margin:0 0 1.6rem}
.columns{display:grid;gap:1.4rem;align-items:start}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.3rem}
.lines{list-style:none;margin:0;padding:0}
.lines li{display:grid;grid-template-columns:auto minmax(0,1fr) auto;row-gap:.2rem;padding-block:.8rem}
.lines li:first-child{padding-top:0}.lines li+li{border-top:1px solid var(--line)}
.pic{width:64px;height:40px;object-fit:cover;border-radius:6px;border:1px solid var(--line);background:#f1ede3;grid-row:span 2;margin-right:.9rem}
.what{grid-column:2;min-width:0;font-weight:550}.price{grid-column:3;padding-left:.9rem;text-align:right;font-variant-numeric:tabular-nums;overflow-wrap:normal;white-space:nowrap}
.terms{grid-column:2/4;color:var(--soft);font-size:.92rem}
.sums{margin:0;padding-top:.7rem;border-top:1px solid var(--line);font-variant-numeric:tabular-nums}
.sums div{display:flex;justify-content:space-between;gap:1rem;padding-block:.2rem}
.sums dt,.sums dd{margin:0}.sums dd{text-align:right;white-space:nowrap}
.sums div+.total{border-top:1px solid var(--line);margin-top:.6rem;padding-top:.8rem}.sums .total{font-size:1.2rem;font-weight:650}
.follows{margin:.8rem 0 0;font-size:.94rem;color:var(--soft)}
form{display:grid;gap:1.4rem;min-width:0}
fieldset{margin:0;min-width:0}legend{float:left;width:100%;padding:0;margin:0 0 .9rem}legend+*{clear:both}
.field{margin:0 0 1.05rem}.field:last-child{margin-bottom:0}
label{display:block;font-weight:550;margin-bottom:.15rem}
.hint{color:var(--soft);font-size:.92rem;margin:0 0 .35rem}
input,select{display:block;width:100%;min-height:2.9rem;padding:.55rem .75rem;font:inherit;color:var(--ink);background:var(--card);border:1px solid var(--edge);border-radius:8px}
select{padding-right:.4rem}
input:focus-visible,select:focus-visible{outline:3px solid var(--go);outline-offset:1px;border-radius:8px}
[aria-invalid=true]{border:2px solid var(--bad)}
.wrong{color:var(--bad);font-weight:550;font-size:.94rem;margin:.05rem 0 .35rem}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem;align-items:end;margin:0 0 1.05rem}.pair:last-child,.pair .field{margin-bottom:0}
.pair.post{grid-template-columns:minmax(7rem,2fr) 3fr}
.tests{margin:0 0 1.1rem;padding:.75rem 1rem;border:1px dashed var(--edge);border-radius:8px;font-size:.92rem}
.tests p{margin:0 0 .35rem;font-weight:550}
.tests dl{margin:0;display:grid;grid-template-columns:auto minmax(0,1fr);gap:.15rem .9rem}
.tests dt{font-variant-numeric:tabular-nums;white-space:nowrap}.tests dd{margin:0;color:var(--soft)}
button,.button{display:block;width:100%;min-height:3.2rem;padding:.75rem 1.2rem;font:inherit;font-size:1.08rem;font-weight:650;text-align:center;text-decoration:none;color:var(--go-ink);background:var(--go);border:1px solid transparent;border-radius:8px;cursor:pointer}
button:hover,.button:hover{background:var(--go-strong);color:var(--go-ink)}
.button{display:inline-block;width:auto}
.button.quiet{color:var(--go);background:none;border-color:var(--edge)}.button.quiet:hover{color:var(--go-strong);border-color:currentColor}
.leave{text-align:center;margin:.2rem 0 0}
.small{font-size:.92rem;color:var(--soft);margin:0}
.errors{border:2px solid var(--bad);background:var(--bad-tint);border-radius:12px;padding:1.1rem 1.3rem;margin:0 0 1.4rem}
.errors:focus-visible{outline:3px solid var(--bad);outline-offset:0;border-radius:12px}
.errors h2{margin-bottom:.4rem}.errors ul{margin:0;padding-left:1.2rem}.errors a{color:var(--bad);font-weight:550}
.errors p{margin:.4rem 0 0}
.sign{display:grid;place-items:center;width:3.4rem;height:3.4rem;border-radius:50%;background:var(--good-tint);color:var(--good);margin:.6rem 0 1rem}
.sign.off{background:var(--line);color:var(--soft)}.sign.bad{background:var(--bad-tint);color:var(--bad)}
.facts{margin:0;display:grid;gap:.8rem}.facts dt{color:var(--soft);font-size:.92rem}.facts dd{margin:0;overflow-wrap:anywhere}
.stack{display:grid;gap:1.4rem}
footer{border-top:1px solid var(--line);padding-block:1.2rem 2rem;color:var(--soft);font-size:.9rem}footer p{margin-block:0}
@media(min-width:56rem){.columns{grid-template-columns:minmax(0,1fr) 24rem;gap:2rem}.columns>.summary{grid-column:2;grid-row:1;position:sticky;top:1.4rem}.columns>form{grid-column:1;grid-row:1}.card{padding:1.6rem}}
@media(max-width:24rem){.pic{display:none}.card{padding:1.05rem}.tests dl{grid-template-columns:1fr}.tests dd{margin-bottom:.35rem}}
@media(prefers-reduced-motion:no-preference){button,.button,a{transition:background-color .12s,color .12s}}
@media(forced-colors:active){button,.button{border-color:ButtonText}}
@media print{.banner svg,.leave,.button{display:none}body{background:#fff;color:#000}.card{border-color:#999}}
`;
