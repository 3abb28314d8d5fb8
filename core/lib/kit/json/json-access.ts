import { requireValue } from "../require-value.ts";
/** An object of unknown shape in a parsed JSON or YAML document. */
export type JsonObject = { readonly [member: string]: unknown };

/** Whether a value is an object, but neither `null` nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own member of an object. Inherited members are ignored. */
export function ownValue(object: unknown, name: string): unknown {
  return isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A member if it is an object, otherwise an empty object. */
export function objectAt(object: unknown, name: string): JsonObject {
  const value = ownValue(object, name);
  return isObject(value) ? value : {};
}

/** A member if it is an array, otherwise an empty array. */
export function listAt(object: unknown, name: string): readonly unknown[] {
  const value = ownValue(object, name);
  return Array.isArray(value) ? value : [];
}

/** A member if it is a string that isn't blank. */
export function textAt(object: unknown, name: string): string | undefined {
  const value = ownValue(object, name);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** A member that is known to be a string that isn't blank. */
export const requireTextAt = (object: unknown, name: string): string =>
  requireValue(textAt(object, name), `the text "${name}"`);

/** An object's entries without `__proto__`, which could change a prototype. */
export function ownEntries(object: unknown): [name: string, value: unknown][] {
  return isObject(object) ? Object.entries(object).filter(([name]) => name !== "__proto__") : [];
}

/** Returns whether a value is nested more than `maxDepth` levels deep. */
export const exceedsDepth = (value: unknown, maxDepth: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (maxDepth === 0 || Object.values(value).some((inner) => exceedsDepth(inner, maxDepth - 1)));
