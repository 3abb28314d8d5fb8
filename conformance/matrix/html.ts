import type { Counts } from "./tally.ts";

/** Text that says nothing to a browser but itself. */
export const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** A socket of the panel: lit, broken, empty, or none. Shape and number say it too, not colour alone. */
export function jack(counts: Counts | undefined, title?: string): string {
  if (!counts) return '<span class="jack none"></span>';
  const { passed, failed, skipped } = counts;
  const said =
    title ??
    [passed && `${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} not asked`]
      .filter(Boolean)
      .join(", ");
  const [kind, shown] =
    failed > 0
      ? ["failed", `✗${failed}`]
      : passed > 0
        ? ["passed", String(passed)]
        : ["skipped", String(skipped)];
  return `<span class="jack ${kind}" title="${escaped(said)}">${shown}</span>`;
}

/** A caller's name where there is little room. */
export const shortCaller = (caller: string): string =>
  caller === "http" ? "HTTP" : caller.replace(/^mcp (\d{4}).*/, "MCP\u{a0}$1");
