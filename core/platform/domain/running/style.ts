/** How a value is written into a request: OpenAPI's `style` and `explode`. */
export interface Style {
  readonly name: string;
  readonly explode: boolean;
}

/** One `name=value` of a query, a form or a cookie, both encoded. */
export type Pair = readonly [name: string, value: string];

/** Reads a slot's style: `form`, `deepObject:true`, `json`; `explode` is as OpenAPI has it by default where it isn't said. */
export function styleOf(text: string, fallback: string): Style {
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
export const textOf = (value: unknown): string =>
  typeof value === "object" && value !== null
    ? JSON.stringify(value)
    : value === null || value === undefined
      ? ""
      : String(value);

/** The part of a path that a value is (RFC 6570's simple, label and path-style expansion), encoded; a slash in it too. */
export function pathText(name: string, value: unknown, { name: style, explode }: Style): string {
  const encode = (part: unknown) => encodeURIComponent(textOf(part));
  if (style === "json") return encodeURIComponent(JSON.stringify(value));
  const [before, between] =
    style === "label"
      ? [".", explode ? "." : ","]
      : style === "matrix"
        ? [";", explode ? ";" : ","]
        : ["", ","];
  const own = `${encodeURIComponent(name)}=`;
  if (Array.isArray(value)) {
    const all = value.filter(isThere).map(encode);
    return style !== "matrix"
      ? before + all.join(between)
      : explode
        ? all.map((each) => `;${own}${each}`).join("")
        : `;${own}${all.join(",")}`;
  }
  if (typeof value === "object" && value !== null) {
    const all = membersOf(value).map(
      ([key, each]) => `${encodeURIComponent(key)}${explode ? "=" : ","}${encode(each)}`,
    );
    return before + (style === "matrix" && !explode ? own : "") + all.join(between);
  }
  return before + (style === "matrix" ? own : "") + encode(value);
}

/** What a value is in a header (RFC 6570's simple expansion, but not encoded: what a header can carry is seen to elsewhere). */
export function headerText(value: unknown, { name: style, explode }: Style): string {
  if (style === "json")
    return JSON.stringify(value).replace(
      /[^\x20-\x7e]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  if (Array.isArray(value)) return value.filter(isThere).map(textOf).join(",");
  if (typeof value === "object" && value !== null)
    return membersOf(value)
      .map(([key, each]) => `${key}${explode ? "=" : ","}${textOf(each)}`)
      .join(",");
  return textOf(value);
}

/**
 * The pairs that a value is in a query or a form. `brackets` is what forms do that say no style: texts and lists of texts as
 * `form` has them, what lies deeper as `deepObject`. Of null, and of what is empty, nothing.
 */
export function pairsOf(name: string, value: unknown, style: Style): Pair[] {
  if (!isThere(value)) return [];
  if (style.name === "json") return [pair(name, JSON.stringify(value))];
  if (typeof value !== "object") return [pair(name, value)];
  if (style.name === "deepObject" || (style.name === "brackets" && !isFlatList(value)))
    return deepPairs(name, value);
  // Encoded but for what joins them: a comma in a part is no end of it.
  const joined = (parts: readonly unknown[]) =>
    parts.map((part) => encodeURIComponent(textOf(part))).join(DELIMITERS[style.name] ?? ",");
  if (Array.isArray(value)) {
    const all = value.filter(isThere);
    if (style.explode) return all.map((each) => pair(name, each));
    return all.length > 0 ? [[encodeURIComponent(name), joined(all)]] : [];
  }
  const members = membersOf(value);
  if (style.explode && style.name === "form") return members.map(([key, each]) => pair(key, each));
  return members.length > 0 ? [[encodeURIComponent(name), joined(members.flat())]] : [];
}

/** Pairs as a query or a form has them. */
export const joined = (pairs: readonly Pair[]): string =>
  pairs.map(([name, value]) => `${name}=${value}`).join("&");

/** One name and one value, encoded; a space is %20, which forms take as well. */
export const pair = (name: string, value: unknown): Pair => [
  encodeURIComponent(name),
  encodeURIComponent(textOf(value)),
];

const DELIMITERS: Readonly<Record<string, string>> = {
  form: ",",
  spaceDelimited: "%20",
  pipeDelimited: "|",
};

/** `metadata[a][b]`, `items[0][price]`. */
function deepPairs(name: string, value: unknown): Pair[] {
  if (!isThere(value)) return [];
  if (typeof value !== "object") return [pair(name, value)];
  return Object.entries(value as object).flatMap(([key, each]) =>
    deepPairs(`${name}[${key}]`, each),
  );
}

const isThere = (value: unknown) => value !== null && value !== undefined;
const isFlatList = (value: object) =>
  Array.isArray(value) && value.every((each) => typeof each !== "object");
const membersOf = (value: object) => Object.entries(value).filter(([, each]) => isThere(each));
