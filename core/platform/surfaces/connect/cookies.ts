import type { HttpRequest } from "../../../http/handler.ts";

/** What a browser sent of cookies. */
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

/** The browser that begins with a link is known by this one. */
export const BROWSER_COOKIE = "jf_connect";

/** A cookie that no script reads, for a path alone, over TLS where the service has it. It comes along when another site leads back here, and with no form of another site. */
export const serializeCookie = (
  origin: string,
  name: string,
  value: string,
  { path, seconds }: { readonly path: string; readonly seconds: number },
): string =>
  `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${origin.startsWith("https:") ? "; Secure" : ""}`;
