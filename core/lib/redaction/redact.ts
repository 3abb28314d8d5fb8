import { requireValue } from "../kit/require-value.ts";
import { decodedViews, type View } from "./decoded-views.ts";
import { createFindTexts, type FindTexts, type Range } from "./find-texts.ts";
import { secretForms } from "./secret-forms.ts";

/** The replacement for a secret. */
export const REDACTED = "[hidden]";

interface RedactOptions {
  /** Whether the text was cut, so that it can end in the beginning of a secret. */
  readonly isPartial?: boolean | undefined;
}

/** Replaces every occurrence of the secrets in a text, in any encoding. */
export function redactText(
  text: string,
  secrets: readonly string[],
  options: RedactOptions = {},
): string {
  const ranges = findSecrets(text, secrets, options);
  if (ranges.length === 0) return text;
  let redacted = "";
  let at = 0;
  for (const { start, end } of ranges) {
    redacted += text.slice(at, start) + REDACTED;
    at = end;
  }
  return redacted + text.slice(at);
}

/**
 * Replaces the secrets in the strings and property names of a JSON value. Returns the same value if
 * it contains none.
 */
export function redactValue(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return redactText(value, secrets);
  if (typeof value !== "object" || value === null) return value;
  let isChanged = false;
  const redacted = (each: unknown) => {
    const next = redactValue(each, secrets);
    isChanged ||= next !== each;
    return next;
  };
  const next = Array.isArray(value)
    ? value.map(redacted)
    : Object.fromEntries(
        Object.entries(value).map(([name, each]) => [redacted(name), redacted(each)]),
      );
  return isChanged ? next : value;
}

/** Overwrites each secret in binary data with asterisks. */
export function redactBytes(
  bytes: Uint8Array,
  secrets: readonly string[],
  options: RedactOptions = {},
): Uint8Array {
  const ranges = findSecrets(LATIN.decode(bytes), secrets, options);
  if (ranges.length === 0) return bytes;
  const redacted = bytes.slice();
  for (const { start, end } of ranges) redacted.fill(0x2a, start, end);
  return redacted;
}
const LATIN = new TextDecoder("latin1");

/** The forms of some secrets, and how to find them. */
interface SecretFinder {
  readonly forms: readonly string[];
  readonly find: FindTexts;
}

/** Callers keep the list of a connection's secrets, so its forms are computed once. */
const finders = new WeakMap<readonly string[], SecretFinder>();

function finderFor(secrets: readonly string[]): SecretFinder {
  const known = finders.get(secrets);
  if (known) return known;
  const forms = [...new Set(secrets.flatMap(secretForms))];
  const finder = { forms, find: createFindTexts(forms) };
  finders.set(secrets, finder);
  return finder;
}

/** Returns the parts of a text that contain a secret, in order and without overlaps. */
function findSecrets(
  text: string,
  secrets: readonly string[],
  { isPartial = false }: RedactOptions,
): readonly Range[] {
  if (secrets.length === 0) return [];
  const { forms, find } = finderFor(secrets);
  const ranges = decodedViews(text).flatMap((view) =>
    [...find(view.text), ...(isPartial ? findBeginning(view.text, forms) : [])].map((range) =>
      toOriginal(view, range),
    ),
  );
  return mergeRanges(ranges);
}

const toOriginal = ({ places }: View, range: Range): Range =>
  places
    ? {
        start: requireValue(places.starts[range.start], "the start of a range"),
        end: requireValue(places.ends[range.end - 1], "the end of a range"),
      }
    : range;

/** The characters of a secret that are enough to recognize its beginning. */
const BEGINNING = 6;

/** Finds the longest beginning of a form at the end of a text. */
function findBeginning(text: string, forms: readonly string[]): readonly Range[] {
  const ranges = forms.flatMap((form): Range[] => {
    const first = Math.max(0, text.length - form.length + 1);
    const beginning = form.slice(0, BEGINNING);
    for (let at = text.indexOf(beginning, first); at !== -1; at = text.indexOf(beginning, at + 1))
      if (form.startsWith(text.slice(at))) return [{ start: at, end: text.length }];
    return [];
  });
  return ranges.toSorted((a, b) => a.start - b.start).slice(0, 1);
}

function mergeRanges(ranges: readonly Range[]): readonly Range[] {
  const merged: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && range.start < last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    else merged.push(range);
  }
  return merged;
}
