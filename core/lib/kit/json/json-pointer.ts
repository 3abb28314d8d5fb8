import { isObject, type JsonObject, ownValue } from "./json-access.ts";

/** Splits a JSON Pointer (RFC 6901) into unescaped steps. `/body/line_items/0` has three. */
export const parsePointer = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Formats steps as a JSON Pointer (RFC 6901). */
export const formatPointer = (steps: readonly PropertyKey[]): string =>
  steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** Returns the value that a JSON Pointer points to, or `undefined` if there is none. */
export const resolvePointer = (document: unknown, pointer: string): unknown =>
  resolveSteps(document, parsePointer(pointer));

/**
 * Resolves a reference within the document (`#/…`, a JSON Pointer as a URI fragment). Returns
 * `undefined` for dangling and external references.
 */
export const resolveReference = (document: unknown, reference: string): unknown =>
  reference.startsWith("#/")
    ? resolveSteps(document, parsePointer(reference.slice(1)).map(decodePercent))
    : undefined;

/**
 * Returns the object itself, or the one that its `$ref` points to. Returns `undefined` for dangling
 * references and after 20 hops, which indicate a cycle.
 */
export function dereference(document: unknown, value: unknown): JsonObject | undefined {
  let current = value;
  for (let hops = 0; hops < 20 && isObject(current); hops += 1) {
    const reference = ownValue(current, "$ref");
    if (typeof reference !== "string") return current;
    current = resolveReference(document, reference);
  }
  return undefined;
}

/** Formats steps as a JSONPath (RFC 9535), such as `$.line_items[0]`. */
export const formatJsonPath = (steps: readonly string[]): string =>
  `$${steps.map(formatStep).join("")}`;

function resolveSteps(document: unknown, steps: readonly string[]): unknown {
  let current = document;
  for (const step of steps) {
    current = Array.isArray(current) ? current[Number(step)] : ownValue(current, step);
    if (current === undefined) return undefined;
  }
  return current;
}

function decodePercent(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function formatStep(step: string): string {
  if (/^\d+$/.test(step)) return `[${step}]`;
  if (/^[A-Za-z_]\w*$/.test(step)) return `.${step}`;
  return `[${JSON.stringify(step)}]`;
}
