import { createHash } from "node:crypto";
import { type Html, html } from "../../../core/lib/kit/html.ts";
import type { HostedResponse } from "../../../core/ports/payments.ts";
import { STYLE } from "./style.ts";

/** The shop whose name and links the pages show. */
export interface ShopDetails {
  readonly name: string;
  /** The base URL of page and image paths. */
  readonly pagesOrigin: string;
  /** The countries that it ships to: names by ISO 3166-1 alpha-2 code. */
  readonly countries: ReadonlyMap<string, string>;
}

interface PageContent {
  readonly status?: number;
  readonly title: string;
  readonly main: Html;
  /** Absolute URLs that the content security policy must allow. */
  readonly images?: readonly string[];
  /** Whether the page has a single text column. */
  readonly isNarrow?: boolean;
}

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");
const STYLE_ELEMENT: Html = { html: `<style>${STYLE}</style>` };

/**
 * Renders a page of the sandbox. It has no script, loads only images from other origins, and can be
 * neither cached nor framed.
 */
export function renderSandboxPage(
  { name }: ShopDetails,
  { status = 200, title, main, images = [], isNarrow = false }: PageContent,
): HostedResponse {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${title} · ${name} · Sandbox</title>
${STYLE_ELEMENT}
</head>
<body${isNarrow && html` class="slim"`}>
<header>
<div class="banner"><p class="wrap">${WARNING}<span><strong>This is a sandbox. No money moves.</strong> Only test cards are accepted. Never enter a real card number.</span></p></div>
<div class="wrap"><div class="brand"><p class="shop">${name}</p><p class="kind">Test checkout</p></div></div>
</header>
<main class="wrap">
${main}
</main>
<footer><p class="wrap">This page simulates a payment provider so that a shop can be tested. Nothing is charged or delivered.</p></footer>
</body>
</html>
`;
  return { status, headers: createHeaders(images), body: page.html };
}

function createHeaders(images: readonly string[]): Record<string, string> {
  const origins = new Set(images.map((image) => new URL(image).origin));
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src ${["'self'", ...origins].join(" ")}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex, nofollow",
  };
}

/** Redirects to another page of the sandbox with GET. */
export const seeOther = (path: string): HostedResponse => ({
  status: 303,
  headers: { location: path, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  body: "",
});

const renderIcon = (path: string, size: number): Html => ({
  html: `<svg viewBox="0 0 24 24" width="${size}" height="${size}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="${path}"/></svg>`,
});
const WARNING = renderIcon("M12 3.5 2.5 20h19ZM12 10v4.5M12 17.3v.2", 22);

/** The icons above the headings of status pages. */
export const STATUS_ICONS = {
  done: html`<div class="sign">${renderIcon("m5 12.5 4.5 4.5L19 7.5", 30)}</div>`,
  waiting: html`<div class="sign off">${renderIcon("M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4.3l2.8 1.7", 30)}</div>`,
  ended: html`<div class="sign off">${renderIcon("M6 12h12", 30)}</div>`,
  failed: html`<div class="sign bad">${renderIcon("m7 7 10 10M17 7 7 17", 30)}</div>`,
};
