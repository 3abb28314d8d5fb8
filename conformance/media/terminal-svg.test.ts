import { parseDocument } from "htmlparser2";
import { expect, test } from "vitest";
import { drawTerminal } from "./terminal-svg.ts";

const svg = drawTerminal("Two commands", [
  { command: 'echo "<a> & b"', output: "<a> & b\n" },
  {
    command: "seq 30 |\n  cat",
    output: `${Array.from({ length: 30 }, (_, i) => i + 1).join("\n")}\n`,
  },
]);

test("escapes commands and output", () => {
  expect(svg).toContain("echo &quot;&lt;a&gt; &amp; b&quot;");
  expect(svg).not.toContain("<a>");
});

test("is well-formed, with each ID once", () => {
  expect(parseDocument(svg, { xmlMode: true }).children).toHaveLength(2);
  const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("cuts off output that doesn't fit", () => {
  expect(svg).toContain(">21</text>");
  expect(svg).not.toContain(">22</text>");
  expect(svg).toContain(">…</text>");
});

test("cuts off long lines", () => {
  expect(drawTerminal("", [{ command: "x", output: "y".repeat(200) }])).toContain(
    `>${"y".repeat(99)}…</text>`,
  );
});
