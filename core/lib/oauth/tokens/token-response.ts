import { decodeBase64 } from "../../kit/bytes/base64.ts";
import { isObject } from "../../kit/json/json-access.ts";
import { resolvePointer } from "../../kit/json/json-pointer.ts";
import { sanitizeMessage } from "../sanitize-message.ts";

/** The tokens of a successful response, independent of its format. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** In seconds. `undefined` if the response contains no lifetime, or 0. */
  readonly expiresIn?: number | undefined;
  /** `undefined` if the response contains no scopes. */
  readonly scopes?: readonly string[] | undefined;
  /** The end user who signed in. */
  readonly who?:
    | { readonly id?: string; readonly name?: string; readonly email?: string }
    | undefined;
}

export interface TokenError {
  /** The provider's error code, `unreadable`, or the status, such as `http_503`. */
  readonly error: string;
  /** The provider's description, sanitized. */
  readonly description: string;
  /**
   * - `grant`: the code or refresh token is permanently invalid.
   * - `client`: the provider rejects the OAuth client.
   * - `later`: the failure may be temporary, so the grant may still be valid.
   */
  readonly kind: "grant" | "client" | "later";
}

export type TokenResponse = { readonly tokens: Tokens } | { readonly refused: TokenError };

/** Error codes for invalid grants: RFC 6749, section 5.2, and the equivalents of providers. */
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
/** Error codes for a rejected OAuth client. */
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

/**
 * Reads the response of a token endpoint. `at` is a JSON Pointer to the object with the token.
 * `separator` separates the scopes.
 */
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
  if (error !== undefined) {
    return {
      refused: {
        error: sanitizeMessage(error, 80),
        description: body ? describeError(body) : "",
        kind: classifyError(error, status),
      },
    };
  }
  if (status < 200 || status > 299) {
    return {
      refused: {
        error: `http_${status}`,
        description: body ? describeError(body) : "",
        kind: "later",
      },
    };
  }
  const pointed = resolvePointer(body, pointer ?? "");
  const inner = isObject(pointed) ? pointed : undefined;
  const accessToken = inner && asText(inner["access_token"]);
  if (!body || !inner || !accessToken) {
    return {
      refused: {
        error: "unreadable",
        description: "The response contains no access token.",
        kind: "later",
      },
    };
  }
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

/** Parses JSON, or a form as some servers send it, even if the content type is wrong. */
function parseBody(type: string, text: string): TokenBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    if (/json|html/i.test(type) || !/^[\w.%-]+=/.test(text)) return undefined;
    return Object.fromEntries(new URLSearchParams(text));
  }
}

const asText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" && value.length <= 20_000 ? value : undefined;

/** Some providers send an object with a code, or `true`, instead of an error code. */
function asErrorCode(value: unknown): string | undefined {
  if (typeof value === "string" && value !== "") return value;
  if (isObject(value)) {
    return (
      asErrorCode(value["code"]) ??
      asErrorCode(value["type"]) ??
      asErrorCode(value["status"]) ??
      "error"
    );
  }
  return value === true ? "error" : undefined;
}

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
  const scopes = new Set(splitScopes(value, separator).filter(isValidScope));
  return scopes.size > 0 ? [...scopes].slice(0, 200) : undefined;
}

function splitScopes(value: unknown, separator: string): readonly string[] {
  if (Array.isArray(value)) return value.filter((each) => typeof each === "string");
  if (typeof value !== "string") return [];
  const separators = separator === " " ? "," : separator.replaceAll(/[^\w]/g, "\\$&");
  return value.split(new RegExp(`[\\s${separators}]+`));
}

const isValidScope = (scope: string): boolean => /^[\x21-\x7e]{1,300}$/.test(scope);

/**
 * Reads the end user from the ID token, or from the members that some servers send instead. The
 * signature isn't checked, because the token comes directly from the token endpoint (OpenID Connect
 * Core 1.0, section 3.1.3.7, item 6).
 */
function readIdentity(body: TokenBody, inner: TokenBody): Tokens["who"] {
  const claims = decodeClaims(body["id_token"]) ?? {};
  const user = isObject(body["authed_user"]) ? body["authed_user"] : {};
  const team = isObject(body["team"]) ? body["team"] : {};
  const sanitize = (value: unknown) =>
    typeof value === "string" || typeof value === "number" ? sanitizeName(String(value)) : "";
  const id = sanitize(claims["sub"] ?? user["id"] ?? inner["user_id"] ?? body["account_id"]);
  const name = sanitize(
    claims["name"] ?? claims["preferred_username"] ?? team["name"] ?? body["workspace_name"],
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
  const bytes = payload && decodeBase64(payload);
  if (!bytes) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
