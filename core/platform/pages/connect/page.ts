import type { HttpResponse } from "../../../http/handler.ts";
import { type Html, html, renderIcon, renderPage } from "../../../lib/html-page/index.ts";
import type { AppRecord } from "../../../lib/openapi-tools/index.ts";
import { setCookies } from "../cookies.ts";
import { CONNECT_STYLE } from "./style.ts";

/** The contents of a connect page. */
interface ConnectPageOptions {
  readonly status?: number | undefined;
  readonly title: string;
  readonly main: Html;
  /** The URL to which the page redirects immediately. */
  readonly redirectTo?: string | undefined;
  readonly cookies?: readonly string[] | undefined;
}

/** Renders a connect page. */
export async function connectPage(
  origin: string,
  { status = 200, title, main, redirectTo, cookies }: ConnectPageOptions,
): Promise<HttpResponse> {
  const { headers, body } = await renderPage({
    title: `${title} · Jackfield`,
    style: CONNECT_STYLE,
    header: html`<header class="wrap top"><span><strong>Jackfield</strong></span><span>${new URL(origin).host}</span></header>`,
    main: html`<div class="card">
${main}
</div>`,
    footer: html`Jackfield connects apps for programs that act for you. It never sees passwords that you enter on an app’s own page.`,
    isPrivate: true,
    hasForm: true,
    sendsOrigin: true,
    redirectTo,
  });
  return setCookies({ status, headers: { ...headers }, body }, cookies);
}

const CABLE_PATHS = {
  open: "M2 12h14M29 12h0M42 12h0M56 12h14",
  on: "M2 12c14 0 14 8 34 8s20-8 34-8",
  off: "M2 12h22m24 0h22M31 6l10 12M41 6 31 18",
};

/** The parts of an app's record that its tile shows. */
export type AppTile = Pick<AppRecord, "name" | "mark">;

/**
 * Jackfield, the app, and the cable between them: unplugged, plugged in or cut. Decorative only.
 */
export const plugIllustration = (
  app: AppTile,
  state: keyof typeof CABLE_PATHS,
): Html => html`<div class="plug" aria-hidden="true">
<div class="tile ours">${renderIcon("plug", 26)}</div>
${{ html: `<svg class="cable ${state}" viewBox="0 0 72 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" focusable="false"><path d="${CABLE_PATHS[state]}"/></svg>` }}
<div class="tile${state === "off" && " bad"}">${renderMark(app)}</div>
</div>`;

/** The app's mark in the color of the text, or the first letter of its name. */
const renderMark = ({ name, mark }: AppTile): Html | string =>
  mark === undefined
    ? ([...name.trim()][0]?.toUpperCase() ?? "?")
    : html`<svg viewBox="0 0 24 24" width="28" height="28" fill="currentColor" focusable="false"><path d="${mark}"/></svg>`;
