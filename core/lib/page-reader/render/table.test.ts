import { describe, expect, it } from "vitest";
import { readHtml } from "../index.ts";

const markdown = (html: string) =>
  readHtml(html, { url: "https://example.com/docs/page", format: "markdown" }).content;

describe("tables", () => {
  it("writes GFM tables with one line per cell", () => {
    expect(markdown("<table><tr><th>A<th>B<tr><td>1|2<td><p>x<p>y<ul><li>z</ul></table>")).toBe(
      "| A | B |\n| --- | --- |\n| 1\\|2 | x<br>y<br>- z |\n",
    );
  });
  it("leaves cells that a colspan or rowspan covers empty", () => {
    expect(
      markdown(
        "<table><tr><th colspan=2>AB<th>C<tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5<tr><td colspan=9>all</table>",
      ),
    ).toBe("| AB |  | C |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n|  | 4 | 5 |\n| all |\n");
  });
  it("writes an empty header for rows of names and values", () => {
    expect(markdown("<table><tr><th>Weight<td>2 kg<tr><th>Color<td>red</table>")).toBe(
      "|  |  |\n| --- | --- |\n| Weight | 2 kg |\n| Color | red |\n",
    );
  });
  it("uses the first row of an unmarked table as the header and writes the caption before the table", () => {
    expect(markdown("<table><caption>Cap</caption><tr><td>a<td>b<tr><td>c<td>d</table>")).toBe(
      "Cap\n\n| a | b |\n| --- | --- |\n| c | d |\n",
    );
  });
  it("reads layout tables cell by cell, including tables inside them", () => {
    expect(
      markdown("<table><tr><td><h2>T</h2><td><table><tr><th>a<th>b<tr><td>c<td>d</table></table>"),
    ).toBe("## T\n\n| a | b |\n| --- | --- |\n| c | d |\n");
    expect(markdown("<table><tr><td>a<td><pre>x\ny</pre></table>")).toBe("a\n\n```\nx\ny\n```\n");
  });
});
