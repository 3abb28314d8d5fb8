import type { HttpRequest, HttpResponse } from "../../http/handler.ts";

/** Reads the cookies of a request. Skips values that Jackfield never sets. */
export function parseCookies(request: HttpRequest): ReadonlyMap<string, string> {
  const pairs = (request.headers.get("cookie") ?? "")
    .split(";")
    .map((pair) => pair.trim().split("=", 2));
  return new Map(
    pairs.flatMap(([name, value]) =>
      name && value !== undefined && /^[\w-]{1,200}$/.test(value) ? [[name, value]] : [],
    ),
  );
}

/** The name of the cookie that binds a connect link to a browser. */
export const BROWSER_COOKIE = "jf_connect";

/**
 * Formats a `Set-Cookie` header. The cookie is limited to a path, hidden from scripts, and `Secure`
 * if the service has TLS. Browsers send it with links from other sites, but not with their forms.
 */
export const serializeCookie = (
  origin: string,
  name: string,
  value: string,
  { path, seconds }: { readonly path: string; readonly seconds: number },
): string =>
  `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${origin.startsWith("https:") ? "; Secure" : ""}`;

/** Adds `Set-Cookie` headers to a response. */
export const setCookies = (
  response: HttpResponse,
  cookies: readonly string[] = [],
): HttpResponse =>
  cookies.length > 0
    ? { ...response, headers: { ...response.headers, "set-cookie": [...cookies] } }
    : response;
