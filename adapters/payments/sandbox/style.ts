import { createPageStyle } from "../../../core/lib/html-page/index.ts";

/** The stylesheet of the sandbox. Its colors differ, because it stands in for another company. */
export const SANDBOX_STYLE = createPageStyle(`
:root{--ink:#1a2233;--soft:#525d70;--paper:#f4f5f8;--line:#dde1e8;--edge:#7d8798;--go:#2a48c8;--go-strong:#1f379d;--note:#fff3cf;--note-ink:#4d3900;--note-line:#e0bb4d}
@media(prefers-color-scheme:dark){:root{--ink:#e9ecf3;--soft:#a8b1c2;--paper:#12151c;--card:#1b1f29;--line:#313846;--edge:#7f8aa0;--go:#a9b9ff;--go-ink:#101739;--go-strong:#c6d0ff;--note:#3a2f10;--note-ink:#f8e3a6;--note-line:#7d6520}}
body{--width:62rem}.slim{--width:38rem}
main{padding-block:1.8rem 3.5rem}
.banner{background:var(--note);color:var(--note-ink);border-bottom:1px solid var(--note-line)}
.banner p{margin-block:0;padding-block:.7rem;display:flex;gap:.7rem;align-items:flex-start}
.banner svg{flex:none;margin-top:.1rem}
.brand{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.2rem 1.5rem;padding-block:1.3rem .9rem;border-bottom:1px solid var(--line)}
.brand p{margin:0}.shop{font-size:1.15rem;font-weight:650;letter-spacing:-.01em}.kind{color:var(--soft);font-size:.92rem}
main>.small{margin:0 0 .7rem}
.columns{display:grid;gap:1.4rem;align-items:start}
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
form,.stack{display:grid;gap:1.4rem;min-width:0}form>*,.stack>*,.columns>section{margin:0}
legend{float:left;width:100%;margin-bottom:.9rem}legend+*{clear:both}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem;align-items:end;margin:0 0 1.05rem}.pair:last-child,.pair .field{margin-bottom:0}
.pair.post{grid-template-columns:minmax(7rem,2fr) 3fr}
.tests{margin:0 0 1.1rem;padding:.75rem 1rem;border:1px dashed var(--edge);border-radius:9px;font-size:.92rem}
.tests p{margin:0 0 .35rem;font-weight:550}
.tests dl{margin:0;display:grid;grid-template-columns:auto minmax(0,1fr);gap:.15rem .9rem}
.tests dt{font-variant-numeric:tabular-nums;white-space:nowrap}.tests dd{margin:0;color:var(--soft)}
.leave{text-align:center}
.sign{display:grid;place-items:center;width:3.4rem;height:3.4rem;border-radius:50%;background:var(--good-tint);color:var(--good);margin:.6rem 0 1rem}
.sign.off{background:var(--line);color:var(--soft)}.sign.bad{background:var(--bad-tint);color:var(--bad)}
@media(min-width:56rem){.columns{grid-template-columns:minmax(0,1fr) 24rem;gap:2rem}.columns>.summary{grid-column:2;grid-row:1;position:sticky;top:1.4rem}.columns>form{grid-column:1;grid-row:1}}
@media(max-width:24rem){.pic{display:none}.tests dl{grid-template-columns:1fr}.tests dd{margin-bottom:.35rem}}
@media print{.banner svg,.leave,.button{display:none}.card{border-color:#999}}
`);
