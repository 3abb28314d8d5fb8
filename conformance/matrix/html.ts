import type { OutcomeCounts } from "./create-matrix.ts";

/** Text that says nothing to a browser but itself. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** A socket of the panel: lit, broken, empty, or none. Shape and number say it too, not color alone. */
export function renderCount(counts: OutcomeCounts | undefined, title?: string): string {
  if (!counts) return '<span class="jack none"></span>';
  const { passed, failed, skipped } = counts;
  const label =
    title ??
    [passed && `${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} not asked`]
      .filter(Boolean)
      .join(", ");
  const [kind, visible] =
    failed > 0
      ? ["failed", `✗${failed}`]
      : passed > 0
        ? ["passed", String(passed)]
        : ["skipped", String(skipped)];
  return `<span class="jack ${kind}" title="${escapeHtml(label)}">${visible}</span>`;
}

/** A caller's name where there is little room. */
export const abbreviateCaller = (caller: string): string =>
  caller === "http" ? "HTTP" : caller.replace(/^mcp (\d{4}).*/, "MCP\u{a0}$1");
