import { encodeBase64 } from "../kit/bytes/base64.ts";
import { sha256 } from "../kit/bytes/digest.ts";
import { BASE_STYLE } from "./base-style.ts";
import { type Html, html } from "./html.ts";

/** The stylesheet of a family of pages. */
export interface PageStyle {
  readonly element: Html;
  /** Returns the source expression that allows the stylesheet in Content-Security-Policy. */
  source(): Promise<string>;
}

/** Creates an inline stylesheet: the base of all pages, then the rules of the family. */
export function createPageStyle(rules: string): PageStyle {
  const css = `\n${BASE_STYLE}\n${rules.trim()}\n`;
  let source: Promise<string> | undefined;
  return {
    element: { html: `<style>${css}</style>` },
    source: () => (source ??= sha256(css).then((hash) => `'sha256-${encodeBase64(hash)}'`)),
  };
}

/** Creates a stylesheet that pages load from their own origin, so that browsers cache it. */
export const linkPageStyle = (path: string): PageStyle => ({
  element: html`<link rel="stylesheet" href="${path}">`,
  source: async () => "'self'",
});
