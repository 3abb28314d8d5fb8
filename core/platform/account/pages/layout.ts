import type { HttpResponse } from "../../../http/handler.ts";
import type { Problem } from "../../../http/problem.ts";
import {
  createPageStyle,
  type Html,
  html,
  renderErrorSummary,
  renderPage,
} from "../../../lib/html-page/index.ts";
import type { Asset } from "../../../ports/assets.ts";

/** The contents of a page of the account. */
export interface AccountPage {
  readonly status?: number | undefined;
  readonly title: string;
  readonly main: Html;
  /** The module that adds passkeys to the page. The page works without it. */
  readonly script?: Asset | undefined;
  /** Why the form of the page was rejected. */
  readonly problem?: Problem | undefined;
}

/** Renders a page of the account. */
export async function accountPage(
  origin: string,
  { status = 200, title, main, script, problem }: AccountPage,
): Promise<HttpResponse> {
  const { headers, body } = await renderPage({
    title: `${problem ? "Error: " : ""}${title} · Jackfield`,
    style: ACCOUNT_STYLE,
    header: html`<header class="wrap top"><a href="/"><strong>Jackfield</strong></a><span>${new URL(origin).host}</span></header>`,
    main: html`<div class="card">
<h1>${title}</h1>
${problem && renderErrorSummary(problem.message, [], problem.hint)}
${main}
</div>`,
    isPrivate: true,
    hasForm: true,
    sendsOrigin: true,
    scripts: script && [script.path],
  });
  return { status: problem?.status ?? status, headers: { ...headers }, body };
}

/** A button that the script shows if the browser supports passkeys, and its messages. */
export const passkeyButton = (action: "setup" | "sign-in" | "add", label: string): Html =>
  html`<div data-passkey="${action}" hidden>
<button type="button">${label}</button>
<p class="field-error" role="alert"></p>
</div>`;

const ACCOUNT_STYLE = createPageStyle(`
body{overflow-wrap:anywhere}
.top{padding-block:1.1rem;font-size:.92rem;color:var(--soft);display:flex;justify-content:space-between;gap:1rem;flex-wrap:wrap}
.top a{color:var(--ink);text-decoration:none}.top strong{font-weight:650;letter-spacing:-.01em}
.or{margin:1.6rem 0 1rem;padding-top:1.2rem;border-top:1px solid var(--line)}
.rows{list-style:none;margin:0 0 1rem;padding:0}
.rows li{display:flex;gap:.4rem 1rem;align-items:center;justify-content:space-between;flex-wrap:wrap;padding-block:.7rem;border-bottom:1px solid var(--line)}
.rows small{display:block;color:var(--soft);font-size:.88rem}
.rows form{margin:0}.rows button{min-height:2.4rem;padding:.35rem .9rem;font-size:.95rem;width:auto}
button.quiet{color:var(--go);background:none;border-color:var(--edge)}button.quiet:hover{color:var(--go-strong);border-color:currentColor}
[hidden]{display:none}
input.code{font-family:ui-monospace,SFMono-Regular,Menlo,monospace}
`);
