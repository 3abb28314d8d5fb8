/** Returns a path of this service from a `next` parameter, or `/` for anything else. */
export function ownPath(next: string | null, origin: string): string {
  if (!next?.startsWith("/") || /[\\\u0000-\u0020]/.test(next)) return "/";
  const url = URL.parse(next, origin);
  return url?.origin === origin ? url.pathname + url.search : "/";
}
