import type { HttpResponse } from "../../../http/handler.ts";
import { encodeBase64 } from "../../../lib/kit/base64.ts";
import { sha256 } from "../../../lib/kit/digest.ts";
import { type Html, html } from "../../../lib/kit/html.ts";
import { STYLE } from "./style.ts";

/** The contents of a connect page. */
export interface ConnectPageOptions {
  readonly status?: number | undefined;
  readonly title: string;
  readonly main: Html;
  /** The URL to which the page redirects immediately. */
  readonly redirectTo?: string | undefined;
  readonly cookies?: readonly string[] | undefined;
}

const styleHash = sha256(STYLE).then(encodeBase64);
const STYLE_ELEMENT: Html = { html: `<style>${STYLE}</style>` };

/**
 * Renders a connect page. It has no scripts and no external resources, and its headers prevent
 * caching, framing and referrers.
 */
export async function connectPage(
  origin: string,
  { status = 200, title, main, redirectTo, cookies = [] }: ConnectPageOptions,
): Promise<HttpResponse> {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
${redirectTo !== undefined && html`<meta http-equiv="refresh" content="0;url=${redirectTo}">`}
<title>${title} · Jackfield</title>
${STYLE_ELEMENT}
</head>
<body>
<header class="wrap top"><span><strong>Jackfield</strong></span><span>${new URL(origin).host}</span></header>
<main class="wrap">
<div class="card">
${main}
</div>
</main>
<footer><p class="wrap">Jackfield connects apps for programs that act for you. It never sees passwords that you enter on an app’s own page.</p></footer>
</body>
</html>
`;
  return {
    status,
    headers: {
      ...(await securityHeaders()),
      "content-type": "text/html; charset=utf-8",
      ...(cookies.length > 0 && { "set-cookie": [...cookies] }),
    },
    body: page.html,
  };
}

const securityHeaders = async (): Promise<Record<string, string>> => ({
  "content-security-policy": `default-src 'none'; style-src 'sha256-${await styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex, nofollow",
});

/** Redirects the browser with 303, so that it sends a GET request. */
export const seeOther = (location: string, cookies: readonly string[] = []): HttpResponse => ({
  status: 303,
  headers: {
    location,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    ...(cookies.length > 0 && { "set-cookie": [...cookies] }),
  },
  body: null,
});

const icon = (path: string, size: number): Html => ({
  html: `<svg viewBox="0 0 24 24" width="${size}" height="${size}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="${path}"/></svg>`,
});

/** The icon before each permission. */
export const TICK_ICON = icon("m5 12.5 4.5 4.5L19 7.5", 20);

const CABLE_PATHS = {
  open: "M2 12h14M29 12h0M42 12h0M56 12h14",
  on: "M2 12c14 0 14 8 34 8s20-8 34-8",
  off: "M2 12h22m24 0h22M31 6l10 12M41 6 31 18",
};

/**
 * Jackfield, the app, and the cable between them: unplugged, plugged in or cut. Decorative only.
 */
export const plugIllustration = (
  name: string,
  state: keyof typeof CABLE_PATHS,
): Html => html`<div class="plug" aria-hidden="true">
<div class="tile ours">${icon("M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0ZM12 17v4", 26)}</div>
${{ html: `<svg class="cable ${state}" viewBox="0 0 72 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" focusable="false"><path d="${CABLE_PATHS[state]}"/></svg>` }}
<div class="tile${state === "off" && " bad"}">${[...name.trim()][0]?.toUpperCase() ?? "?"}</div>
</div>`;
