import type { Run } from "./inline.ts";
import type { Row } from "./table.ts";

/** The language that a page is written out in. */
export interface Dialect {
  /** One block's text; lines inside of it are separated by "\n". Empty when nothing would be seen. */
  paragraph(runs: Run[]): string;
  heading(level: number, runs: Run[]): string;
  /** A term of a definition list, or the summary of a disclosure. */
  term(runs: Run[]): string;
  code(text: string, language: string): string;
  rule: string;
  table(rows: Row[]): string;
  /** The text of one of a cell's blocks. */
  cellText(runs: Run[]): string;
  /** A cell's blocks as one line. */
  cell(blocks: string): string;
  /** What an item's first line begins with; `number` is undefined in an unordered list. An alternate list is not the one before it. */
  marker(number: number | undefined, isAlternate: boolean): string;
  quote: string;
  /** What stands for a footnote in the text, and what its own text begins with. */
  noteCall(label: string): string;
  note(label: string): string;
  /** An image with a text alternative; `src` is absolute. */
  image(alt: string, src: string | undefined): string;
  formula(tex: string): string;
}
