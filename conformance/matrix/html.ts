import type { OutcomeCounts } from "./create-matrix.ts";

/** Escapes a text for HTML. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/**
 * Renders a cell: passed, failed, skipped or empty. Its shape and number carry the meaning as well
 * as its color.
 */
export function renderCount(counts: OutcomeCounts | undefined, title?: string): string {
  if (!counts) return '<span class="jack none"></span>';
  const { passed, failed, skipped } = counts;
  const label =
    title ??
    [passed && `${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`]
      .filter(Boolean)
      .join(", ");
  const render = (kind: string, text: string) =>
    `<span class="jack ${kind}" title="${escapeHtml(label)}">${text}</span>`;
  if (failed > 0) return render("failed", `✗${failed}`);
  return passed > 0 ? render("passed", String(passed)) : render("skipped", String(skipped));
}

/** A short form of a caller's name. */
export const abbreviateCaller = (caller: string): string =>
  caller === "http" ? "HTTP" : caller.replace(/^mcp (\d{4}).*/, "MCP\u{a0}$1");
