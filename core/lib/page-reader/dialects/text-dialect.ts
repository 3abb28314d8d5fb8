import { toGrid } from "../render/table.ts";
import type { Dialect } from "./dialect.ts";
import type { Run } from "./inline.ts";

/** Plain text: the page's text without markup, link addresses or images. */
export const textDialect: Dialect = {
  paragraph: plainText,
  heading: (_level, runs) => plainText(runs).replace(/\n/g, " "),
  term: (runs) => plainText(runs).replace(/\n/g, " "),
  code: (text) => text,
  rule: "",
  table: (rows) =>
    toGrid(rows)
      .filter((cells) => cells.length > 0)
      .map((cells) => cells.join(" | "))
      .join("\n"),
  cellText: plainText,
  cell: (blocks) =>
    blocks.includes("\n")
      ? blocks
          .split("\n")
          .map((text) => text.trim())
          .filter(Boolean)
          .join(" ")
      : blocks,
  marker: (number) => (number === undefined ? "- " : `${number}. `),
  quote: "",
  admonition: () => "",
  source: () => "",
  embed: () => "",
  footnoteReference: (label) => `[${label}]`,
  footnoteMarker: (label) => `[${label}] `,
  image: () => "",
  script: () => ({ start: "", end: "" }),
  formula: (tex) => tex,
};

function plainText(runs: Run[]): string {
  const text = runs.map((run) => (run.kind === "break" ? "\n" : run.text)).join("");
  return text
    .replace(/ +/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .trim();
}
