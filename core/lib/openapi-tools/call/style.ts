/** How a value is serialized in a request: OpenAPI's `style` and `explode`. */
interface Style {
  readonly name: string;
  readonly explode: boolean;
}

/** A percent-encoded name and value of a query, a form or a cookie. */
export type Pair = readonly [name: string, value: string];

/**
 * Parses the style of a slot: `form`, `deepObject:true`, `json`. `explode` defaults to OpenAPI's
 * default for the style.
 */
export function parseStyle(text: string, fallback: string): Style {
  const [name, explode] = text.split(":");
  const style = name || fallback;
  return {
    name: style,
    explode:
      explode === undefined
        ? style === "form" || style === "deepObject" || style === "brackets"
        : explode === "true",
  };
}

/**
 * Converts a value to text: objects and arrays to JSON, `null` and `undefined` to an empty string.
 */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * Formats a path parameter (RFC 6570: simple, label and path-style expansion). Slashes are encoded
 * too, except in the style `reserved`.
 */
export function formatPathValue(
  name: string,
  value: unknown,
  { name: style, explode }: Style,
): string {
  const encode = (part: unknown) => encodeURIComponent(toText(part));
  if (style === "json") return encodeURIComponent(JSON.stringify(value));
  if (style === "reserved") return toText(value).split("/").map(encodeURIComponent).join("/");
  const prefix = PATH_PREFIXES[style] ?? "";
  const separator = explode && prefix !== "" ? prefix : ",";
  const assignment = `${encodeURIComponent(name)}=`;
  if (Array.isArray(value)) {
    const encoded = value.filter(isPresent).map(encode);
    if (style !== "matrix") return prefix + encoded.join(separator);
    if (explode) return encoded.map((each) => `;${assignment}${each}`).join("");
    return `;${assignment}${encoded.join(",")}`;
  }
  if (typeof value === "object" && value !== null) {
    const encoded = presentEntries(value).map(
      ([key, each]) => `${encodeURIComponent(key)}${explode ? "=" : ","}${encode(each)}`,
    );
    return prefix + (style === "matrix" && !explode ? assignment : "") + encoded.join(separator);
  }
  return prefix + (style === "matrix" ? assignment : "") + encode(value);
}

/**
 * Formats a header parameter (RFC 6570: simple expansion, but without percent-encoding). The caller
 * rejects characters that are not allowed in a header.
 */
export function formatHeaderValue(value: unknown, { name: style, explode }: Style): string {
  if (style === "json")
    return JSON.stringify(value).replace(
      /[^\x20-\x7e]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  if (Array.isArray(value)) return value.filter(isPresent).map(toText).join(",");
  if (typeof value === "object" && value !== null)
    return presentEntries(value)
      .map(([key, each]) => `${key}${explode ? "=" : ","}${toText(each)}`)
      .join(",");
  return toText(value);
}

/**
 * Serializes a query parameter or a form field. `null` and empty values result in no pairs. The
 * style `brackets`, the default for form fields, serializes scalars and lists of scalars like
 * `form`, and other values like `deepObject`.
 */
export function queryPairs(name: string, value: unknown, style: Style): Pair[] {
  if (!isPresent(value)) return [];
  if (style.name === "json") return [encodePair(name, JSON.stringify(value))];
  if (typeof value !== "object") return [encodePair(name, value)];
  if (style.name === "deepObject" || (style.name === "brackets" && !isListOfScalars(value)))
    return deepPairs(name, value);
  // Only the delimiters stay unencoded, so a comma within a part is not a delimiter.
  const joinParts = (parts: readonly unknown[]) =>
    parts.map((part) => encodeURIComponent(toText(part))).join(DELIMITERS[style.name] ?? ",");
  if (Array.isArray(value)) {
    const encoded = value.filter(isPresent);
    if (style.explode) return encoded.map((each) => encodePair(name, each));
    return encoded.length > 0 ? [[encodeURIComponent(name), joinParts(encoded)]] : [];
  }
  const members = presentEntries(value);
  if (style.explode && style.name === "form")
    return members.map(([key, each]) => encodePair(key, each));
  return members.length > 0 ? [[encodeURIComponent(name), joinParts(members.flat())]] : [];
}

/** Joins pairs into a query string or a form body. */
export const joinPairs = (pairs: readonly Pair[]): string =>
  pairs.map(([name, value]) => `${name}=${value}`).join("&");

/** Percent-encodes a name and a value. A space becomes `%20`, which forms accept as well as `+`. */
export const encodePair = (name: string, value: unknown): Pair => [
  encodeURIComponent(name),
  encodeURIComponent(toText(value)),
];

const PATH_PREFIXES: Readonly<Record<string, string>> = { label: ".", matrix: ";" };

const DELIMITERS: Readonly<Record<string, string>> = {
  form: ",",
  spaceDelimited: "%20",
  pipeDelimited: "|",
};

/** Pairs with names such as `metadata[a][b]` and `items[0][price]`. */
function deepPairs(name: string, value: unknown): Pair[] {
  if (!isPresent(value)) return [];
  if (typeof value !== "object") return [encodePair(name, value)];
  return Object.entries(value as object).flatMap(([key, each]) =>
    deepPairs(`${name}[${key}]`, each),
  );
}

const isPresent = (value: unknown) => value !== null && value !== undefined;
const isListOfScalars = (value: object) =>
  Array.isArray(value) && value.every((each) => typeof each !== "object");
const presentEntries = (value: object) =>
  Object.entries(value).filter(([, each]) => isPresent(each));
