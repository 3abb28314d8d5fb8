import type { Attributes } from "./scan-html.ts";

/** When a page was published and last modified: ISO 8601 dates, with or without a time. */
export interface PageDates {
  published?: string;
  modified?: string;
}

const PUBLISHED_KEY =
  /^(?:article:published_time|date|dc\.date|dc\.date\.issued|dcterms\.(?:created|date|issued)|datepublished|pubdate)$/i;
const MODIFIED_KEY =
  /^(?:article:modified_time|og:updated_time|last-modified|dcterms\.modified|datemodified)$/i;

/** Reads a date that a `<meta>` or `<time>` element names. The first of each kind counts. */
export function readDate(dates: PageDates, key: string, value: string): void {
  if (PUBLISHED_KEY.test(key)) dates.published ??= parseDate(value);
  else if (MODIFIED_KEY.test(key)) dates.modified ??= parseDate(value);
}

const JSON_LD_DATE = /"date(Published|Modified)"\s{0,9}:\s{0,9}"([^"\\]{1,40})"/g;

/** Reads the first dates in structured data (JSON-LD), which are those of the page itself. */
export function readScriptDates(
  dates: PageDates,
  attributes: Attributes | undefined,
  text: string,
): void {
  if (attributes?.type?.toLowerCase() !== "application/ld+json") return;
  for (const [, kind, value] of text.matchAll(JSON_LD_DATE)) {
    if (kind === "Published") dates.published ??= parseDate(value!);
    else dates.modified ??= parseDate(value!);
    if (dates.published && dates.modified) return;
  }
}

const DATE =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** Normalizes an ISO 8601 date. Returns undefined for other formats and impossible dates. */
export function parseDate(text: string): string | undefined {
  const [, day, time, zone = ""] = DATE.exec(text.trim()) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(day))) return undefined;
  return time === undefined ? day : `${day}T${time}${zone.toUpperCase()}`;
}
