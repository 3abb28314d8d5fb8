/**
 * Parses where a browser continues on this origin, such as the `next` parameter of a sign-in.
 * Returns the path and query of a URL of the origin, and undefined for any other text. A browser
 * that resolves the result on a page of the origin stays there: `/.//evil.example` is a path of this
 * origin, but what is left of it without its dots, `//evil.example`, names another host.
 */
export function parseOwnTarget(text: string | null, origin: string): string | undefined {
  if (!text?.startsWith("/") || /[\\\u0000-\u0020]/.test(text)) return undefined;
  const url = URL.parse(text, origin);
  if (url?.origin !== origin) return undefined;
  const target = url.pathname + url.search;
  return target.startsWith("//") ? undefined : target;
}
