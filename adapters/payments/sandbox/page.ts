import { type Html, html, renderIcon, renderPage } from "../../../core/lib/html-page/index.ts";
import type { HostedResponse } from "../../../core/ports/payments.ts";
import { SANDBOX_STYLE } from "./style.ts";

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
  /** The absolute URLs of images. */
  readonly images?: readonly string[];
  /** Whether the page has a single text column. */
  readonly isNarrow?: boolean;
}

/** Renders a page of the sandbox. */
export async function renderSandboxPage(
  { name }: ShopDetails,
  { status = 200, title, main, images, isNarrow = false }: PageContent,
): Promise<HostedResponse> {
  const page = await renderPage({
    title: `${title} · ${name} · Sandbox`,
    style: SANDBOX_STYLE,
    bodyClass: isNarrow ? "slim" : undefined,
    header: html`<header>
<div class="banner"><p class="wrap">${renderIcon("warning", 22)}<span><strong>This is a sandbox. No money moves.</strong> Only test cards are accepted. Never enter a real card number.</span></p></div>
<div class="wrap"><div class="brand"><p class="shop">${name}</p><p class="kind">Test checkout</p></div></div>
</header>`,
    main,
    footer: html`This page simulates a payment provider so that a shop can be tested. Nothing is charged or delivered.`,
    images,
    isPrivate: true,
    hasForm: true,
  });
  return { status, ...page };
}

/** The icons above the headings of status pages. */
export const STATUS_ICONS = {
  done: html`<div class="sign">${renderIcon("check", 30)}</div>`,
  waiting: html`<div class="sign off">${renderIcon("clock", 30)}</div>`,
  ended: html`<div class="sign off">${renderIcon("minus", 30)}</div>`,
  failed: html`<div class="sign bad">${renderIcon("cross", 30)}</div>`,
};
