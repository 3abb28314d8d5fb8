/** What somebody else said, as it may be shown and kept: one line without control or direction marks, at most so long, and nothing in it that looks like a token. */
export function sanitizeMessage(text: unknown, maxLength = 300): string {
  if (typeof text !== "string") return "";
  const line = text
    .slice(0, 4 * maxLength)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  const plain = line.replaceAll(/[\w\-+/.~]{20,}={0,2}/g, (word) => (/\d/.test(word) ? "…" : word));
  return plain.length > maxLength ? `${plain.slice(0, maxLength - 1)}…` : plain;
}
