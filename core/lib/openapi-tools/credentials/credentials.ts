import { encodeBase64 } from "../../kit/bytes/base64.ts";
import type { AuthMethod, CredentialPlacement } from "../app.ts";
import type { DecryptedConnection } from "./decrypted-connection.ts";

/** A credential and its place in the request. */
interface PlacedCredential extends CredentialPlacement {
  readonly value: string;
}

/**
 * The credentials of a connection, formatted for the request. Empty for `none`, and for `sigv4`,
 * which signs the request instead.
 */
export function placeCredentials({
  method,
  secrets,
  fields,
}: DecryptedConnection): readonly PlacedCredential[] {
  if (method.type === "none" || method.type === "sigv4") return [];
  const findValue = (name: string) => secrets[name] ?? fields[name];
  const placements = Object.entries(method.placements ?? {});
  const all: PlacedCredential[] = [];
  for (const [name, placement] of placements) {
    const value =
      TOKEN_FIELDS.has(name) && usesToken(method) ? readToken(secrets) : findValue(name);
    // Optional fields can be empty.
    if (value) all.push({ ...placement, value });
  }
  if (
    method.type === "basic" &&
    !placements.some(([name]) => name === "basic" || name === "username" || name === "password")
  ) {
    const username = findValue("username") ?? "";
    const password = findValue("password") ?? "";
    all.push({
      ...AUTHORIZATION,
      prefix: "Basic ",
      value: encodeBase64(new TextEncoder().encode(`${username}:${password}`)),
    });
  }
  if (usesToken(method) && !placements.some(([name]) => TOKEN_FIELDS.has(name))) {
    const value = readToken(secrets);
    if (value) all.push({ ...AUTHORIZATION, prefix: "Bearer ", value });
  }
  if (method.type === "api_key" && method.placements === undefined) {
    const value = Object.values(secrets).find(Boolean);
    if (value) all.push({ ...AUTHORIZATION, prefix: "Bearer ", value });
  }
  return all;
}

/** The strings to redact in everything that is returned or stored: the secrets of a connection. */
export function secretTexts(connection: DecryptedConnection | undefined): readonly string[] {
  if (!connection) return [];
  const cached = textCache.get(connection);
  if (cached) return cached;
  const texts = collectSecretTexts(connection);
  textCache.set(connection, texts);
  return texts;
}

/** Entries live as long as their connections. */
const textCache = new WeakMap<DecryptedConnection, readonly string[]>();

function collectSecretTexts(connection: DecryptedConnection): readonly string[] {
  const all = [
    ...Object.values(connection.secrets),
    ...placeCredentials(connection).map(({ value }) => value),
  ];
  // Shorter strings would match unrelated text, and a secret of seven characters is no protection
  // anyway.
  return [...new Set(all.filter((text) => text.length >= 8))];
}

/** The names of the OAuth access token and of the field of a bearer token. */
const TOKEN_FIELDS = new Set(["access_token", "token"]);
const AUTHORIZATION = { in: "header", name: "Authorization" } as const;

const usesToken = ({ type }: AuthMethod) =>
  type === "oauth2" || type === "oauth2_cc" || type === "mcp_oauth" || type === "bearer";
const readToken = (secrets: DecryptedConnection["secrets"]) =>
  secrets["access_token"] ?? secrets["token"];
