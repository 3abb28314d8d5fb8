import { outboundFailure } from "../../core/ports/outbound.ts";
import type { Target } from "./target.ts";
import { parseTarget } from "./target.ts";

/** One request of a fetch. Each redirect creates the next hop. */
export interface Hop {
  readonly target: Target;
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

interface RedirectResponse {
  readonly statusCode?: number | undefined;
  readonly rawHeaders: readonly string[];
}

// Headers that are safe to send to another origin. A list of secret headers could never be
// complete.
const CROSS_ORIGIN_HEADERS =
  /^(accept|accept-(charset|encoding|language)|cache-control|pragma|range|user-agent|content-(language|type)|if-(match|none-match|modified-since|unmodified-since|range))$/;

/** Returns whether a response is a redirect. Without a Location it is an ordinary response. */
export function isRedirect({ statusCode, rawHeaders }: RedirectResponse): boolean {
  return (
    [301, 302, 303, 307, 308].includes(statusCode ?? 0) &&
    rawHeaders.some((name, index) => index % 2 === 0 && isLocation(name))
  );
}

/**
 * Creates the next hop of a redirect, with method and headers as in Fetch §4.4. Throws
 * `blocked_url` for a redirect from https to http.
 */
export function followRedirect(
  hop: Hop,
  { statusCode: status = 0, rawHeaders }: RedirectResponse,
): Hop {
  const next = parseTarget(readLocation(rawHeaders, hop.target.host), hop.target.url);
  if (hop.target.isSecure && !next.isSecure) {
    throw outboundFailure("blocked_url", `${hop.target.host} redirects from https to http.`);
  }
  const becomesGet =
    status === 303
      ? hop.method !== "GET" && hop.method !== "HEAD"
      : status < 303 && hop.method === "POST";
  const isSameOrigin = next.url.origin === hop.target.url.origin;
  const headers = Object.entries(hop.headers).filter(
    ([name]) =>
      (isSameOrigin || CROSS_ORIGIN_HEADERS.test(name)) &&
      !(becomesGet && name.startsWith("content-")),
  );
  const rest = { target: next, headers: Object.fromEntries(headers) };
  if (becomesGet) return { ...rest, method: "GET" };
  return { ...rest, method: hop.method, ...(hop.body === undefined ? {} : { body: hop.body }) };
}

// Repeated Location headers must agree.
function readLocation(rawHeaders: readonly string[], host: string): string {
  const values = rawHeaders.filter(
    (_value, index) => index % 2 === 1 && isLocation(rawHeaders[index - 1] ?? ""),
  );
  const [value, ...others] = new Set(values);
  if (value === undefined || others.length > 0)
    throw outboundFailure("bad_answer", `${host} sent conflicting Location headers.`);
  // node:http decodes headers as Latin-1, but a Location outside ASCII is UTF-8 in practice.
  if (/[^\0-\xff]/.test(value)) return value;
  return new TextDecoder().decode(Uint8Array.from(value, (letter) => letter.charCodeAt(0)));
}

function isLocation(name: string): boolean {
  return name.toLowerCase() === "location";
}
