/**
 * The rules that all pages share: colors, type, links, cards, forms, messages and the footer. Pages
 * set `--width` to change the width of the text column.
 */
export const BASE_STYLE = `
:root{color-scheme:light dark;--ink:#1c2024;--soft:#57616b;--faint:#616a72;--paper:#f4f2ee;--card:#fff;--raised:#f8f6f2;--line:#e3dfd7;--edge:#7a838c;--go:#0b5d57;--go-strong:#07453f;--go-ink:#fff;--tint:#e4f1ef;--good:#14703f;--good-tint:#e8f5ed;--bad:#a9231b;--bad-tint:#fceeec;--warm:#95420f;--warm-tint:#fcf1e5;--warm-line:#ecd0b4;--night:#15201f;--night-ink:#e7efed;--night-soft:#9db3af;--shadow:0 1px 2px rgb(28 32 36/.04),0 8px 24px -16px rgb(28 32 36/.18);--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media(prefers-color-scheme:dark){:root{--ink:#eceae5;--soft:#a9b2ba;--faint:#949da5;--paper:#121518;--card:#1a1e22;--raised:#20252a;--line:#2d343a;--edge:#7f8992;--go:#7fd1c7;--go-strong:#a5e3db;--go-ink:#06231f;--tint:#16302d;--good:#7fd6a4;--good-tint:#16291f;--bad:#ff9d94;--bad-tint:#331c1b;--warm:#f2ae7b;--warm-tint:#2d2118;--warm-line:#553c28;--night:#0c0f11;--night-ink:#e3eae8;--night-soft:#8fa39f;--shadow:none}}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--paper);color:var(--ink);font:.9375rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif;font-feature-settings:"tnum";overflow-wrap:break-word;-webkit-font-smoothing:antialiased}
.wrap{width:min(100% - 2rem,var(--width,33rem));margin-inline:auto}
main{flex:1;padding-bottom:3rem}
h1{font-size:1.75rem;font-weight:650;line-height:1.2;letter-spacing:-.026em;margin:0 0 .5rem;text-wrap:balance}
h2,legend{font-size:1.0625rem;font-weight:640;line-height:1.35;letter-spacing:-.012em;margin:0 0 .6rem;padding:0}
h3{font-size:.9375rem;font-weight:620;line-height:1.35;letter-spacing:-.008em;margin:0}
p{margin:0 0 .8rem}
code,pre,kbd{font-family:var(--mono);font-feature-settings:normal}
a{color:var(--go);text-underline-offset:.18em}a:hover{color:var(--go-strong);text-decoration-thickness:.14em}
:focus-visible{outline:2.5px solid var(--go);outline-offset:2px;border-radius:6px}
.lead{color:var(--soft);margin-bottom:1.4rem;text-wrap:pretty}
.small{font-size:.875rem;color:var(--soft);margin:1rem 0 0}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:clamp(1.15rem,4vw,1.8rem);box-shadow:var(--shadow)}
section,fieldset{margin:0 0 1.5rem;min-width:0}fieldset:not(.card){border:0;padding:0}
.facts{margin:0}.facts div{display:grid;grid-template-columns:8.2rem minmax(0,1fr);gap:.2rem 1rem;padding-block:.4rem}
.facts dt{color:var(--soft)}.facts dd{margin:0;overflow-wrap:anywhere}
.field{margin:0 0 1.05rem}.field:last-child{margin-bottom:0}
label{display:block;font-weight:550;margin-bottom:.2rem}
.optional{font-weight:400;color:var(--soft)}
.hint{color:var(--soft);font-size:.875rem;margin:0 0 .35rem}
.field-error{color:var(--bad);font-weight:550;font-size:.875rem;margin:.05rem 0 .35rem}
input,select,textarea{display:block;width:100%;min-height:2.7rem;padding:.5rem .75rem;font:inherit;font-size:1rem;color:var(--ink);background:var(--card);border:1px solid var(--edge);border-radius:8px}
select{padding-right:.4rem}
input[type=checkbox],input[type=radio]{display:inline-block;width:1.15rem;height:1.15rem;min-height:0;margin:0;accent-color:var(--go)}
input:focus-visible,select:focus-visible,textarea:focus-visible{outline:2.5px solid var(--go);outline-offset:1px;border-radius:8px}
[aria-invalid=true]{border:2px solid var(--bad)}
button,.button{display:inline-flex;align-items:center;justify-content:center;gap:.45rem;min-height:2.4rem;padding:.4rem .95rem;font:inherit;font-size:.9rem;font-weight:600;text-align:center;text-decoration:none;color:var(--go-ink);background:var(--go);border:1px solid transparent;border-radius:8px;cursor:pointer}
button:hover,.button:hover{background:var(--go-strong);color:var(--go-ink)}
.wide{display:flex;width:100%;min-height:3rem;padding:.7rem 1.2rem;font-size:1rem}
.quiet{color:var(--ink);background:var(--card);border-color:var(--edge)}.quiet:hover{color:var(--ink);background:var(--raised)}
.errors{border:2px solid var(--bad);background:var(--bad-tint);border-radius:12px;padding:1rem 1.2rem;margin:0 0 1.4rem}
.errors:focus-visible{outline:3px solid var(--bad);outline-offset:0;border-radius:12px}
.errors h2{margin-bottom:.35rem}.errors ul{margin:0;padding-left:1.2rem}.errors a{color:var(--bad);font-weight:550}.errors p:last-child{margin:0}
footer{border-top:1px solid var(--line);padding-block:1.1rem 1.6rem;color:var(--soft);font-size:.875rem}footer p{margin-block:0}
[hidden]{display:none!important}
@media(max-width:52rem){h1{font-size:1.55rem}}
@media(max-width:24rem){.facts div{grid-template-columns:1fr;gap:0}}
@media(prefers-reduced-motion:no-preference){button,.button,a{transition:background-color .12s,color .12s,border-color .12s}}
@media(forced-colors:active){button,.button{border-color:ButtonText}}
@media print{body{background:#fff;color:#000}.card{box-shadow:none}}
`.trim();
