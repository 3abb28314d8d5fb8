import type { HttpResponse } from "../../../http/handler.ts";
import type { Problem } from "../../../http/problem.ts";
import { type Html, html, linkPageStyle, renderPage } from "../../../lib/html-page/index.ts";
import type { Asset, Assets } from "../../../ports/assets.ts";
import { renderLogo } from "./parts/icon.ts";
import { renderProblem } from "./parts/problem.ts";

/** The contents of a page without navigation: to sign in, to set up, or about an error. */
interface EntryPage {
  readonly title: string;
  readonly main: Html;
  readonly script?: Asset | undefined;
  /** The URL to which the browser goes immediately. */
  readonly redirectTo?: string | undefined;
  /** Why the form of the page was rejected. */
  readonly problem?: Problem | undefined;
}

/** Renders a page without navigation. */
export async function renderEntryPage(
  { origin, assets }: { readonly origin: string; readonly assets: Assets },
  { title, main, script, redirectTo, problem }: EntryPage,
): Promise<HttpResponse> {
  const { headers, body } = await renderPage({
    title: `${problem ? "Error: " : ""}${title} · Jackfield`,
    style: linkPageStyle(assets.stylesheet.path),
    bodyClass: "entry",
    header: html`<header class="wrap top"><a class="brand" href="/">${renderLogo()}<span>Jackfield</span></a><span>${new URL(origin).host}</span></header>`,
    main: html`<div class="card">
<h1>${title}</h1>
${problem && renderProblem(problem, main)}
${main}
</div>`,
    isPrivate: true,
    hasForm: true,
    sendsOrigin: true,
    scripts: script && [script.path],
    redirectTo,
  });
  return { status: problem?.status ?? 200, headers: { ...headers }, body };
}

/**
 * A button that the script shows if the browser supports passkeys, and its messages. `next` is where
 * the script continues after signing in.
 */
export const passkeyButton = (
  action: "setup" | "join" | "sign-in" | "confirm" | "add",
  label: string,
  next?: string,
): Html =>
  html`<div data-passkey="${action}"${next !== undefined && html` data-next="${next}"`} hidden>
<button type="button"${action !== "add" && html` class="wide"`}>${label}</button>
<p class="field-error" role="alert"></p>
</div>`;
