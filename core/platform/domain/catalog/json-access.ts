/** An object of a parsed JSON or YAML document, of which nothing is known yet. */
export type JsonObject = { readonly [member: string]: unknown };

/** Whether it is an object, and neither null nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member of its own: what an object inherits is none. */
export function ownValue(object: unknown, name: string): unknown {
  return isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A member that is an object, or an empty one. */
export function objectAt(object: unknown, name: string): JsonObject {
  const value = ownValue(object, name);
  return isObject(value) ? value : {};
}

/** A member that is a list, or an empty one. */
export function listAt(object: unknown, name: string): readonly unknown[] {
  const value = ownValue(object, name);
  return Array.isArray(value) ? value : [];
}

/** A member that is a text with something in it. */
export function textAt(object: unknown, name: string): string | undefined {
  const value = ownValue(object, name);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** An object's members without those that would change what it is made of. */
export function ownEntries(object: unknown): [name: string, value: unknown][] {
  return isObject(object) ? Object.entries(object).filter(([name]) => name !== "__proto__") : [];
}

/** What a reference within the document (`#/…`) points at; undefined where it leads nowhere or outside. */
export function resolvePointer(document: unknown, reference: string): unknown {
  if (!reference.startsWith("#/")) return undefined;
  let current: unknown = document;
  for (const segment of reference.slice(2).split("/")) {
    const name = unescapeSegment(segment);
    current = Array.isArray(current) ? current[Number(name)] : ownValue(current, name);
    if (current === undefined) return undefined;
  }
  return current;
}

function unescapeSegment(segment: string): string {
  const unescaped = segment.replaceAll("~1", "/").replaceAll("~0", "~");
  if (!unescaped.includes("%")) return unescaped;
  try {
    return decodeURIComponent(unescaped);
  } catch {
    return unescaped;
  }
}

/** The object itself, or what it refers to; undefined after 20 references, which is a circle. */
export function resolveReference(document: unknown, value: unknown): JsonObject | undefined {
  let current = value;
  for (let hops = 0; hops < 20 && isObject(current); hops += 1) {
    const reference = ownValue(current, "$ref");
    if (typeof reference !== "string") return current;
    current = resolvePointer(document, reference);
  }
  return undefined;
}
