import { objectAt, textAt } from "../../../kit/json/json-access.ts";
import { registrableDomain } from "../../../kit/net/registrable-domain.ts";
import { cleanDisplayName } from "../../../kit/text/display-name.ts";
import { toPlainText } from "../documents/plain-text.ts";

/**
 * An app's name: the document's title without version numbers and words such as "REST API" and
 * "documentation".
 */
export function readTitle(document: unknown): string {
  const title = toPlainText(textAt(objectAt(document, "info"), "title"), 80);
  const short = title
    .replace(/\s*\(?\bv?\d+(?:\.\d+)+\b\)?/gi, "")
    .replace(
      /\s*[-–—:|]\s*(?:open ?api|swagger|rest(?:ful)? api|api)(?: (?:spec(?:ification)?|documentation|reference|docs|definition))?\s*$/i,
      "",
    )
    .replace(
      /\b(?:the\s+)?(?:public\s+|web\s+|http\s+|json\s+)?(?:rest(?:ful)?[ -]?)?apis?\b(?:\s+v?\d+)?(?:\s+(?:spec(?:ification)?|documentation|reference|docs|definition))?\s*$/i,
      "",
    )
    .replace(/\s*\b(?:open ?api|swagger)(?: (?:spec(?:ification)?|documentation))?\s*$/i, "")
    .replace(/[\s\-–—:|,]+$/, "")
    .trim();
  return cleanDisplayName(short.length >= 2 ? short : title, 80) ?? "Untitled";
}

/**
 * The vendor's registrable domain, from the document's `x-providerName` or from the base URL;
 * otherwise `unknown`.
 */
export function readVendor(document: unknown, base: string): string {
  const provider = textAt(objectAt(document, "info"), "x-providerName");
  if (provider) return registrableDomain(provider);
  const host = /^[a-z]+:\/\/([^/]*)/i.exec(base)?.[1] ?? "";
  return registrableDomain(host) || "unknown";
}
