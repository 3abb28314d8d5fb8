import type { HttpRequest } from "../../../http/handler.ts";

/**
 * Whether a page of this origin sent a request. Browsers send `Sec-Fetch-Site` only to secure
 * origins, so `Origin` decides elsewhere. A request with neither, or with the opaque origin `null`,
 * is foreign. Pages must have the referrer policy `same-origin`, because with `no-referrer` the
 * origin of their own forms is `null` too.
 */
export function isOwnRequest({ headers }: HttpRequest, origin: string): boolean {
  const site = headers.get("sec-fetch-site");
  const requestOrigin = headers.get("origin");
  if (site !== null && site !== "same-origin") return false;
  return requestOrigin === null ? site !== null : requestOrigin === origin;
}
