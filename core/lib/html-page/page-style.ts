import { encodeBase64 } from "../kit/base64.ts";
import { sha256 } from "../kit/digest.ts";
import { BASE_STYLE } from "./base-style.ts";
import type { Html } from "./html.ts";

/** The inline stylesheet of a family of pages. */
export interface PageStyle {
  readonly element: Html;
  /** Returns the SHA-256 digest of the stylesheet in Base64, for Content-Security-Policy. */
  hash(): Promise<string>;
}

/** Creates a stylesheet: the base of all pages, then the rules of the family. */
export function createPageStyle(rules: string): PageStyle {
  const css = `\n${BASE_STYLE}\n${rules.trim()}\n`;
  let hash: Promise<string> | undefined;
  return {
    element: { html: `<style>${css}</style>` },
    hash: () => (hash ??= sha256(css).then(encodeBase64)),
  };
}
