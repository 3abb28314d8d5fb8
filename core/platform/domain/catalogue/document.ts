/** An object of a parsed JSON or YAML document, of which nothing is known yet. */
export type Json = { readonly [member: string]: unknown };

/** Whether it is an object, and neither null nor a list. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member of its own: what an object inherits is none. */
export function own(object: unknown, name: string): unknown {
  return isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A member that is an object, or an empty one. */
export function objectAt(object: unknown, name: string): Json {
  const value = own(object, name);
  return isObject(value) ? value : {};
}

/** A member that is a list, or an empty one. */
export function listAt(object: unknown, name: string): readonly unknown[] {
  const value = own(object, name);
  return Array.isArray(value) ? value : [];
}

/** A member that is a text with something in it. */
export function textAt(object: unknown, name: string): string | undefined {
  const value = own(object, name);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** An object's members without those that would change what it is made of. */
export function membersOf(object: unknown): [name: string, value: unknown][] {
  return isObject(object) ? Object.entries(object).filter(([name]) => name !== "__proto__") : [];
}

/** What a reference within the document (`#/…`) points at; undefined where it leads nowhere or outside. */
export function pointed(document: unknown, reference: string): unknown {
  if (!reference.startsWith("#/")) return undefined;
  let at: unknown = document;
  for (const step of reference.slice(2).split("/")) {
    const name = unescaped(step);
    at = Array.isArray(at) ? at[Number(name)] : own(at, name);
    if (at === undefined) return undefined;
  }
  return at;
}

function unescaped(step: string): string {
  const plain = step.replaceAll("~1", "/").replaceAll("~0", "~");
  if (!plain.includes("%")) return plain;
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** The object itself, or what it refers to; undefined after 20 references, which is a circle. */
export function followed(document: unknown, value: unknown): Json | undefined {
  let at = value;
  for (let hops = 0; hops < 20 && isObject(at); hops += 1) {
    const reference = own(at, "$ref");
    if (typeof reference !== "string") return at;
    at = pointed(document, reference);
  }
  return undefined;
}
