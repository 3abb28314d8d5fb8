/**
 * Makes third-party text safe to display and store. The result is a single line of at most
 * `maxLength` characters, without control and bidirectional characters. Anything that looks like a
 * token becomes `…`.
 */
export function sanitizeMessage(text: unknown, maxLength = 300): string {
  if (typeof text !== "string") return "";
  const line = text
    .slice(0, 4 * maxLength)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  const plain = line.replaceAll(/[\w\-+/.~]{20,}={0,2}/g, (word) => (/\d/.test(word) ? "…" : word));
  return plain.length > maxLength ? `${plain.slice(0, maxLength - 1)}…` : plain;
}
