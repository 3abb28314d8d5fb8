import { decodeBase64url, encodeBase64url } from "../../core/lib/kit/bytes/base64.ts";
import { parseJson } from "../../core/lib/kit/json/parse-json.ts";
import { UNREADABLE } from "../../core/lib/kit/text/unicode.ts";

/** The clocks of the provider and this machine may differ by this many seconds. */
export const CLOCK_TOLERANCE_SECONDS = 30;

/** A token is issued for a code, so it isn't older than the sign-in. */
const MAX_AGE_SECONDS = 600;

/** An ID token whose signature and claims the library has accepted. */
interface AcceptedIdToken {
  /** The JWT. */
  readonly token: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** The access token of the same response. */
  readonly accessToken: string;
}

/**
 * Returns the name of the first claim or header parameter that is wrong. Checks only what
 * `oauth4webapi` leaves to its callers (OpenID Connect Core 1.0, sections 2, 3.1.3.7 and 3.1.3.8).
 */
export async function findIdTokenDefect(
  { token, claims, accessToken }: AcceptedIdToken,
  { clientId, now }: { readonly clientId: string; readonly now: number },
): Promise<string | undefined> {
  const header = readHeader(token);
  const { azp, sub, iat, exp, auth_time: authTime, at_hash: hash } = claims;
  const isTime = (value: unknown): value is number => typeof value === "number";
  const latest = now + CLOCK_TOLERANCE_SECONDS;
  const checks = {
    header: header !== undefined && isPlainHeader(header),
    azp: azp === undefined || azp === clientId,
    sub: isSubject(sub),
    iat: isTime(iat) && iat <= latest && iat >= now - MAX_AGE_SECONDS - CLOCK_TOLERANCE_SECONDS,
    exp: isTime(exp) && isTime(iat) && exp > iat,
    auth_time: authTime === undefined || (isTime(authTime) && authTime <= latest),
    at_hash: hash === undefined || hash === (await hashToken(accessToken, header?.["alg"])),
  };
  return Object.entries(checks).find(([, isRight]) => !isRight)?.[0];
}

function readHeader(token: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = decodeBase64url(token.split(".")[0] ?? "");
  const header = bytes && parseJson(new TextDecoder().decode(bytes));
  return typeof header === "object" && header !== null
    ? (header as Readonly<Record<string, unknown>>)
    : undefined;
}

/**
 * Whether the token is a signed JWT, whose payload is read as it is. `zip` and `enc` belong to
 * encrypted tokens, `b64` is for other payloads, and another `typ` makes it another kind of token
 * (RFC 8725, section 3.11).
 */
function isPlainHeader(header: Readonly<Record<string, unknown>>): boolean {
  const { typ } = header;
  const isJwt =
    typ === undefined || (typeof typ === "string" && /^(application\/)?jwt$/i.test(typ));
  return isJwt && ["zip", "enc", "b64", "crit"].every((name) => header[name] === undefined);
}

const HAS_UNREADABLE = new RegExp(`[${UNREADABLE}]`, "u");

/** At most 255 characters, which identify somebody (OpenID Connect Core 1.0, section 2). */
const isSubject = (sub: unknown): boolean =>
  typeof sub === "string" && sub.length <= 255 && sub.trim() !== "" && !HAS_UNREADABLE.test(sub);

/** Returns the `at_hash` of an access token (OpenID Connect Core 1.0, section 3.1.3.6). */
async function hashToken(accessToken: string, algorithm: unknown): Promise<string> {
  // EdDSA with Ed25519 hashes with SHA-512.
  const bits = /^[A-Z]{2}(256|384)$/.exec(String(algorithm))?.[1] ?? "512";
  const digest = await crypto.subtle.digest(`SHA-${bits}`, new TextEncoder().encode(accessToken));
  return encodeBase64url(new Uint8Array(digest.slice(0, digest.byteLength / 2)));
}
