import assert from "node:assert/strict";
import type { Case } from "../../case.ts";

type Format = "markdown" | "text" | undefined;

/**
 * Accept headers and `format` with the media type of the response. Undefined if nothing is
 * acceptable.
 */
const NEGOTIATION_TABLE: readonly [
  accept: string | undefined,
  format: Format,
  expected: string | undefined,
][] = [
  [undefined, undefined, "text/markdown"],
  [undefined, "text", "text/plain"],
  ["*/*", undefined, "text/markdown"],
  ["*/*", "text", "text/plain"],
  ["text/*", undefined, "text/markdown"],
  ["text/markdown", undefined, "text/markdown"],
  ["text/plain", undefined, "text/plain"],
  ["text/plain", "markdown", "text/markdown"],
  ["text/markdown", "text", "text/plain"],
  ["application/json", undefined, "application/json"],
  ["application/json", "text", "application/json"],
  ["application/*", undefined, "application/json"],
  ["text/html, text/plain;q=0.5, application/json;q=0.4", undefined, "text/plain"],
  ["text/markdown;q=0.1, text/plain;q=0.9", undefined, "text/plain"],
  ["text/markdown;q=0, */*", undefined, "text/plain"],
  ["text/html, application/xhtml+xml, */*;q=0.8", undefined, "text/markdown"],
  ["TEXT/MARKDOWN", undefined, "text/markdown"],
  ["image/png", undefined, undefined],
  ["text/html", "markdown", undefined],
  ["*/*;q=0", undefined, undefined],
];

/** The combined effect of Accept and `format`. */
export const negotiationCases: readonly Case<"readPage">[] = NEGOTIATION_TABLE.map(
  ([accept, format, expected]) => ({
    it: `returns ${expected ?? "406"} for ${accept ? `Accept: ${accept}` : "a missing Accept"}${format ? ` and the format ${format}` : ""}`,
    only: { protocol: "http", reason: "MCP has no Accept" },
    headers: { accept: accept ?? "" },
    ...(accept === undefined && {
      proxySkipReason: "Prism adds an Accept header if there is none",
    }),
    ...(accept === "*/*;q=0" && {
      mockSkipReason: "Prism's mock fails if Accept excludes everything",
    }),
    input: ({ pageUrl }) => ({ url: pageUrl, ...(format && { format }) }),
    ...(expected ? { status: 200 } : { status: 406, problem: "not_acceptable" as const }),
    check({ headers, value }, { pageUrl }) {
      if (!expected) return;
      assert.equal(headers["content-type"]?.split(";")[0], expected);
      assert.ok(headers["link"]?.includes(`<${pageUrl}>; rel="canonical"`), headers["link"]);
      assert.match(headers["vary"] ?? "", /accept/i);
      if (expected === "application/json") assert.equal(value.format, format ?? "markdown");
      else assert.equal(typeof value, "string");
    },
  }),
);
