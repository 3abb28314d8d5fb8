/** A JSON Pointer's steps (RFC 6901), unescaped; `/body/line_items/0` has three. */
export const parsePointer = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Steps as a JSONPath (RFC 9535): `$.line_items[0]`. */
export const formatJsonPath = (steps: readonly string[]): string =>
  `$${steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`)).join("")}`;
