import type { Row } from "../render/table.ts";
import type { Run } from "./inline.ts";

/** An output format: how each element of a page is written. */
export interface Dialect {
  /**
   * The text of one block. Lines in it are separated by "\n". Empty if the block has no visible
   * text.
   */
  paragraph(runs: Run[]): string;
  heading(level: number, runs: Run[]): string;
  /** A term of a definition list, or the `<summary>` of a `<details>`. */
  term(runs: Run[]): string;
  code(text: string, language: string): string;
  rule: string;
  table(rows: Row[]): string;
  /** The text of one block in a table cell. */
  cellText(runs: Run[]): string;
  /** Joins the blocks of a table cell into one line. */
  cell(blocks: string): string;
  /**
   * The marker that starts a list item. `number` is undefined in an unordered list. An alternate
   * marker separates a list from the list right before it.
   */
  marker(number: number | undefined, isAlternate: boolean): string;
  quote: string;
  /** The first line of an admonition, which is written as a quotation. Empty if it isn't. */
  admonition(kind: AdmonitionKind): string;
  /** The source of a quotation, or "". */
  source(url: string): string;
  /** A link to an embedded video or page, or "". */
  embed(label: string, url: string): string;
  /** The reference to a footnote in the text. */
  footnoteReference(label: string): string;
  /** The marker that starts the footnote itself. */
  footnoteMarker(label: string): string;
  /** An image with alternative text. `src` is absolute. */
  image(alt: string, src: string | undefined): string;
  /** The marks around a text that is raised or lowered, or "" twice. */
  script(position: "sub" | "sup"): { start: string; end: string };
  /** A formula in TeX. A block formula stands on its own line. */
  formula(tex: string, isBlock: boolean): string;
}

/** The kinds of alerts of GitHub Flavored Markdown. */
export type AdmonitionKind = "NOTE" | "TIP" | "IMPORTANT" | "WARNING" | "CAUTION";
