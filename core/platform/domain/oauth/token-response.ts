import { sanitizeMessage } from "./sanitize-message.ts";

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
export interface TokenError {
  /** The provider's word for it, or `http_503`, `unreadable`. */
  readonly error: string;
  /** In its own words. */
  readonly description: string;
  /**
   * `grant`: it will never give any for this code or refresh token; `client`: it does not accept the client;
   * `later`: nothing is known of the grant.
   */
  readonly kind: "grant" | "client" | "later";
}

export type TokenResponse = { readonly tokens: Tokens } | { readonly refused: TokenError };

/** RFC 6749, section 5.2, and the words that providers have for the same. */
const GRANT_ERRORS = new Set([
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
const CLIENT_ERRORS = new Set([
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
export function parseTokenResponse(
  { status, type, text }: { readonly status: number; readonly type: string; readonly text: string },
  {
    at: pointer,
    separator = " ",
  }: { readonly at?: string | undefined; readonly separator?: string | undefined } = {},
): TokenResponse {
  const body = parseBody(type, text);
  const error =
    body && (asErrorCode(body["error"]) ?? (body["ok"] === false ? "not_ok" : undefined));
  if (error !== undefined)
    return {
      refused: {
        error: sanitizeMessage(error, 80),
        description: describeError(body!),
        kind: classifyError(error, status),
      },
    };
  if (status < 200 || status > 299)
    return {
      refused: {
        error: `http_${status}`,
        description: body ? describeError(body) : "",
        kind: "later",
      },
    };
  const inner = body && resolvePointer(body, pointer);
  const accessToken = inner && asText(inner["access_token"]);
  if (!body || !inner || !accessToken)
    return {
      refused: {
        error: "unreadable",
        description: "The answer holds no access token.",
        kind: "later",
      },
    };
  const readMember = (name: string) => inner[name] ?? body[name];
  const expiresIn = Number(readMember("expires_in") ?? Number.NaN);
  const scopes = parseScopes(readMember("scope"), separator);
  const who = readIdentity(body, inner);
  return {
    tokens: {
      accessToken,
      ...(asText(readMember("refresh_token")) && {
        refreshToken: asText(readMember("refresh_token")),
      }),
      ...(Number.isFinite(expiresIn) &&
        expiresIn > 0 && { expiresIn: Math.min(expiresIn, 10 * 365 * 86_400) }),
      ...(scopes && { scopes }),
      ...(who && { who }),
    },
  };
}

type TokenBody = Readonly<Record<string, unknown>>;

/** JSON, or a form as GitHub and old Facebook send it, whatever the header calls it. */
function parseBody(type: string, text: string): TokenBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    if (/json|html/i.test(type) || !/^[\w.%-]+=/.test(text)) return undefined;
    return Object.fromEntries(new URLSearchParams(text));
  }
}

const isObject = (value: unknown): value is TokenBody =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function resolvePointer(body: TokenBody, pointer: string | undefined): TokenBody | undefined {
  let value: unknown = body;
  for (const segment of pointer?.split("/").slice(1) ?? [])
    value = isObject(value)
      ? value[segment.replaceAll("~1", "/").replaceAll("~0", "~")]
      : undefined;
  return isObject(value) ? value : undefined;
}

const asText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" && value.length <= 20_000 ? value : undefined;

/** `error` is a word, or an object with one in it, or in Slack's and others' a sentence. */
const asErrorCode = (value: unknown): string | undefined =>
  typeof value === "string" && value !== ""
    ? value
    : isObject(value)
      ? (asErrorCode(value["code"]) ??
        asErrorCode(value["type"]) ??
        asErrorCode(value["status"]) ??
        "error")
      : value === true
        ? "error"
        : undefined;

function describeError(body: TokenBody): string {
  const inner = isObject(body["error"]) ? body["error"] : {};
  return sanitizeMessage(
    body["error_description"] ??
      body["message"] ??
      inner["message"] ??
      inner["description"] ??
      body["error_message"] ??
      "",
  );
}

function classifyError(error: string, status: number): TokenError["kind"] {
  if (status >= 500 || status === 429) return "later";
  if (GRANT_ERRORS.has(error)) return "grant";
  return CLIENT_ERRORS.has(error) ? "client" : "later";
}

function parseScopes(value: unknown, separator: string): readonly string[] | undefined {
  const all = Array.isArray(value)
    ? value.filter((each) => typeof each === "string")
    : typeof value === "string"
      ? value.split(
          new RegExp(`[\\s${separator === " " ? "," : separator.replaceAll(/[^\w]/g, "\\$&")}]+`),
        )
      : undefined;
  const scopes = all?.map((each) => sanitizeScope(each)).filter(Boolean);
  return scopes && scopes.length > 0 ? [...new Set(scopes)].slice(0, 200) : undefined;
}

const sanitizeScope = (scope: string) => (/^[\x21-\x7e]{1,300}$/.test(scope) ? scope : "");

/** OpenID Connect's id token, which came straight from the token endpoint (Core, section 3.1.3.7, 6), or what Slack and others say beside it. */
function readIdentity(body: TokenBody, inner: TokenBody): Tokens["who"] {
  const claims = decodeClaims(body["id_token"]) ?? {};
  const [user, team] = [body["authed_user"], body["team"]].map((each) =>
    isObject(each) ? each : {},
  );
  const sanitize = (value: unknown) =>
    typeof value === "string" || typeof value === "number" ? sanitizeName(String(value)) : "";
  const id = sanitize(claims["sub"] ?? user!["id"] ?? inner["user_id"] ?? body["account_id"]);
  const name = sanitize(
    claims["name"] ?? claims["preferred_username"] ?? team!["name"] ?? body["workspace_name"],
  );
  const email = sanitize(claims["email"]);
  return id || name || email
    ? { ...(id && { id }), ...(name && { name }), ...(email && { email }) }
    : undefined;
}

const sanitizeName = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, 200);

function decodeClaims(token: unknown): TokenBody | undefined {
  const payload = typeof token === "string" ? token.split(".")[1] : undefined;
  if (!payload) return undefined;
  try {
    const bytes = Uint8Array.from(
      atob(payload.replaceAll("-", "+").replaceAll("_", "/")),
      (character) => character.charCodeAt(0),
    );
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
