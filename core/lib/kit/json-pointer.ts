/** Splits a JSON Pointer (RFC 6901) into unescaped steps. `/body/line_items/0` has three. */
export const parsePointer = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Formats steps as a JSONPath (RFC 9535), such as `$.line_items[0]`. */
export const formatJsonPath = (steps: readonly string[]): string =>
  `$${steps.map(formatStep).join("")}`;

function formatStep(step: string): string {
  if (/^\d+$/.test(step)) return `[${step}]`;
  if (/^[A-Za-z_]\w*$/.test(step)) return `.${step}`;
  return `[${JSON.stringify(step)}]`;
}
