import type { Asked } from "../../../http/handler.ts";

/** What a browser sent of cookies. */
export function cookiesOf(asked: Asked): ReadonlyMap<string, string> {
  const pairs = (asked.headers.get("cookie") ?? "")
    .split(";")
    .map((pair) => pair.trim().split("=", 2));
  return new Map(
    pairs.flatMap(([name, value]) =>
      name && value !== undefined && /^[\w-]{1,200}$/.test(value) ? [[name, value]] : [],
    ),
  );
}

/** The browser that begins with a link is known by this one. */
export const BROWSER = "jf_connect";

/** A cookie that no script reads, for a path alone, over TLS where the service has it. It comes along when another site leads back here, and with no form of another site. */
export const cookie = (
  origin: string,
  name: string,
  value: string,
  { path, seconds }: { readonly path: string; readonly seconds: number },
): string =>
  `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${origin.startsWith("https:") ? "; Secure" : ""}`;
