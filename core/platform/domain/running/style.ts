/** How a value is written into a request: OpenAPI's `style` and `explode`. */
export interface Style {
  readonly name: string;
  readonly explode: boolean;
}

/** One `name=value` of a query, a form or a cookie, both encoded. */
export type Pair = readonly [name: string, value: string];

/** Reads a slot's style: `form`, `deepObject:true`, `json`; `explode` is as OpenAPI has it by default where it isn't said. */
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

/** A value as text: JSON of what has members, and nothing of null. */
export const toText = (value: unknown): string =>
  typeof value === "object" && value !== null
    ? JSON.stringify(value)
    : value === null || value === undefined
      ? ""
      : String(value);

/** The part of a path that a value is (RFC 6570's simple, label and path-style expansion), encoded; a slash in it too. */
export function formatPathValue(
  name: string,
  value: unknown,
  { name: style, explode }: Style,
): string {
  const encode = (part: unknown) => encodeURIComponent(toText(part));
  if (style === "json") return encodeURIComponent(JSON.stringify(value));
  const [prefix, separator] =
    style === "label"
      ? [".", explode ? "." : ","]
      : style === "matrix"
        ? [";", explode ? ";" : ","]
        : ["", ","];
  const assignment = `${encodeURIComponent(name)}=`;
  if (Array.isArray(value)) {
    const encoded = value.filter(isPresent).map(encode);
    return style !== "matrix"
      ? prefix + encoded.join(separator)
      : explode
        ? encoded.map((each) => `;${assignment}${each}`).join("")
        : `;${assignment}${encoded.join(",")}`;
  }
  if (typeof value === "object" && value !== null) {
    const encoded = presentEntries(value).map(
      ([key, each]) => `${encodeURIComponent(key)}${explode ? "=" : ","}${encode(each)}`,
    );
    return prefix + (style === "matrix" && !explode ? assignment : "") + encoded.join(separator);
  }
  return prefix + (style === "matrix" ? assignment : "") + encode(value);
}

/** What a value is in a header (RFC 6570's simple expansion, but not encoded: what a header can carry is seen to elsewhere). */
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
 * The pairs that a value is in a query or a form. `brackets` is what forms do that say no style: texts and lists of texts as
 * `form` has them, what lies deeper as `deepObject`. Of null, and of what is empty, nothing.
 */
export function queryPairs(name: string, value: unknown, style: Style): Pair[] {
  if (!isPresent(value)) return [];
  if (style.name === "json") return [encodePair(name, JSON.stringify(value))];
  if (typeof value !== "object") return [encodePair(name, value)];
  if (style.name === "deepObject" || (style.name === "brackets" && !isListOfScalars(value)))
    return deepPairs(name, value);
  // Encoded but for what joins them: a comma in a part is no end of it.
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

/** Pairs as a query or a form has them. */
export const joinPairs = (pairs: readonly Pair[]): string =>
  pairs.map(([name, value]) => `${name}=${value}`).join("&");

/** One name and one value, encoded; a space is %20, which forms take as well. */
export const encodePair = (name: string, value: unknown): Pair => [
  encodeURIComponent(name),
  encodeURIComponent(toText(value)),
];

const DELIMITERS: Readonly<Record<string, string>> = {
  form: ",",
  spaceDelimited: "%20",
  pipeDelimited: "|",
};

/** `metadata[a][b]`, `items[0][price]`. */
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
