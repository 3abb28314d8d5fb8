import { saidSafely } from "./words.ts";

/** The tokens that were given, whatever the reply looked like. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** Seconds; none where it was not said, or 0. */
  readonly expiresIn?: number | undefined;
  /** None where the reply does not say. */
  readonly scopes?: readonly string[] | undefined;
  readonly who?:
    | { readonly id?: string; readonly name?: string; readonly email?: string }
    | undefined;
}

/** Why there are none. */
export interface TokenRefusal {
  /** The provider's word for it, or `http_503`, `unreadable`. */
  readonly error: string;
  /** In its own words. */
  readonly description: string;
  /**
   * `grant`: it will never give any for this code or refresh token; `client`: it does not accept the client;
   * `later`: nothing is known of the grant.
   */
  readonly means: "grant" | "client" | "later";
}

export type TokenReply = { readonly tokens: Tokens } | { readonly refused: TokenRefusal };

/** RFC 6749, section 5.2, and the words that providers have for the same. */
const GRANT = new Set([
  "invalid_grant",
  "bad_refresh_token",
  "bad_verification_code",
  "invalid_refresh_token",
  "token_revoked",
  "token_expired",
  "invalid_code",
  "code_already_used",
  "account_inactive",
  "expired_token",
  "access_denied",
]);
const CLIENT = new Set([
  "invalid_client",
  "unauthorized_client",
  "incorrect_client_credentials",
  "invalid_client_id",
  "bad_client_secret",
  "redirect_uri_mismatch",
  "bad_redirect_uri",
  "invalid_client_secret",
]);

/** Reads what a token endpoint answered; `at` is a JSON Pointer to where the token stands. */
export function readTokenReply(
  { status, type, text }: { readonly status: number; readonly type: string; readonly text: string },
  {
    at,
    separator = " ",
  }: { readonly at?: string | undefined; readonly separator?: string | undefined } = {},
): TokenReply {
  const body = bodyOf(type, text);
  const error = body && (wordIn(body["error"]) ?? (body["ok"] === false ? "not_ok" : undefined));
  if (error !== undefined)
    return {
      refused: {
        error: saidSafely(error, 80),
        description: describedIn(body!),
        means: meaningOf(error, status),
      },
    };
  if (status < 200 || status > 299)
    return {
      refused: {
        error: `http_${status}`,
        description: body ? describedIn(body) : "",
        means: "later",
      },
    };
  const inner = body && within(body, at);
  const accessToken = inner && textIn(inner["access_token"]);
  if (!body || !inner || !accessToken)
    return {
      refused: {
        error: "unreadable",
        description: "The answer holds no access token.",
        means: "later",
      },
    };
  const read = (name: string) => inner[name] ?? body[name];
  const expiresIn = Number(read("expires_in") ?? Number.NaN);
  const scopes = scopesIn(read("scope"), separator);
  const who = whoIn(body, inner);
  return {
    tokens: {
      accessToken,
      ...(textIn(read("refresh_token")) && { refreshToken: textIn(read("refresh_token")) }),
      ...(Number.isFinite(expiresIn) &&
        expiresIn > 0 && { expiresIn: Math.min(expiresIn, 10 * 365 * 86_400) }),
      ...(scopes && { scopes }),
      ...(who && { who }),
    },
  };
}

type Body = Readonly<Record<string, unknown>>;

/** JSON, or a form as GitHub and old Facebook send it, whatever the header calls it. */
function bodyOf(type: string, text: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    if (/json|html/i.test(type) || !/^[\w.%-]+=/.test(text)) return undefined;
    return Object.fromEntries(new URLSearchParams(text));
  }
}

const isObject = (value: unknown): value is Body =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function within(body: Body, at: string | undefined): Body | undefined {
  let value: unknown = body;
  for (const step of at?.split("/").slice(1) ?? [])
    value = isObject(value) ? value[step.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined;
  return isObject(value) ? value : undefined;
}

const textIn = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" && value.length <= 20_000 ? value : undefined;

/** `error` is a word, or an object with one in it, or in Slack's and others' a sentence. */
const wordIn = (value: unknown): string | undefined =>
  typeof value === "string" && value !== ""
    ? value
    : isObject(value)
      ? (wordIn(value["code"]) ?? wordIn(value["type"]) ?? wordIn(value["status"]) ?? "error")
      : value === true
        ? "error"
        : undefined;

function describedIn(body: Body): string {
  const inner = isObject(body["error"]) ? body["error"] : {};
  return saidSafely(
    body["error_description"] ??
      body["message"] ??
      inner["message"] ??
      inner["description"] ??
      body["error_message"] ??
      "",
  );
}

function meaningOf(error: string, status: number): TokenRefusal["means"] {
  if (status >= 500 || status === 429) return "later";
  if (GRANT.has(error)) return "grant";
  return CLIENT.has(error) ? "client" : "later";
}

function scopesIn(value: unknown, separator: string): readonly string[] | undefined {
  const all = Array.isArray(value)
    ? value.filter((each) => typeof each === "string")
    : typeof value === "string"
      ? value.split(
          new RegExp(`[\\s${separator === " " ? "," : separator.replaceAll(/[^\w]/g, "\\$&")}]+`),
        )
      : undefined;
  const named = all?.map((each) => saidSafelyScope(each)).filter(Boolean);
  return named && named.length > 0 ? [...new Set(named)].slice(0, 200) : undefined;
}

const saidSafelyScope = (scope: string) => (/^[\x21-\x7e]{1,300}$/.test(scope) ? scope : "");

/** OpenID Connect's id token, which came straight from the token endpoint (Core, section 3.1.3.7, 6), or what Slack and others say beside it. */
function whoIn(body: Body, inner: Body): Tokens["who"] {
  const claims = claimsOf(body["id_token"]) ?? {};
  const [user, team] = [body["authed_user"], body["team"]].map((each) =>
    isObject(each) ? each : {},
  );
  const say = (value: unknown) =>
    typeof value === "string" || typeof value === "number" ? saidSafelyName(String(value)) : "";
  const id = say(claims["sub"] ?? user!["id"] ?? inner["user_id"] ?? body["account_id"]);
  const name = say(
    claims["name"] ?? claims["preferred_username"] ?? team!["name"] ?? body["workspace_name"],
  );
  const email = say(claims["email"]);
  return id || name || email
    ? { ...(id && { id }), ...(name && { name }), ...(email && { email }) }
    : undefined;
}

const saidSafelyName = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, 200);

function claimsOf(token: unknown): Body | undefined {
  const payload = typeof token === "string" ? token.split(".")[1] : undefined;
  if (!payload) return undefined;
  try {
    const bytes = Uint8Array.from(
      atob(payload.replaceAll("-", "+").replaceAll("_", "/")),
      (letter) => letter.charCodeAt(0),
    );
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
