import { objectAt, textAt } from "../../kit/json-access.ts";
import { toPlainText } from "./plain-text.ts";

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
  return short.length >= 2 ? short : title || "Untitled";
}

/** Second-level labels under which domains are registered, as in `co.uk`. */
const SECOND_LEVEL_LABELS = new Set(
  "co com org net gov ac edu or ne go gob gouv govt nhs bc".split(" "),
);

/** The registrable domain of a host: `acme.co.uk` for `api.eu.acme.co.uk`. */
export function registrableDomain(host: string): string {
  const labels = host
    .toLowerCase()
    .replace(/:\d+$/, "")
    .split(".")
    .filter((label) => label && !/[{}]/.test(label));
  const count =
    labels.length > 2 && labels.at(-1)!.length === 2 && SECOND_LEVEL_LABELS.has(labels.at(-2)!)
      ? 3
      : 2;
  return labels.slice(-count).join(".");
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
