import type { AuthMethod, CredentialPlacement } from "../../../ports/apps.ts";
import type { DecryptedConnection } from "../decrypted-connection.ts";
import { encodeBase64 } from "./file.ts";

/** A credential and where it goes. */
export interface PlacedCredential extends CredentialPlacement {
  readonly value: string;
}

/** Where each of a connection's credentials goes, written as it is sent; none for `none`, and for `sigv4`, which signs. */
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
    // What need not be entered may be missing.
    if (value) all.push({ ...placement, value });
  }
  if (
    method.type === "basic" &&
    !placements.some(([name]) => name === "basic" || name === "username" || name === "password")
  ) {
    const [username = "", password = ""] = [findValue("username"), findValue("password")];
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

/** The texts that must not be seen in anything that is shown or kept: what is secret of a connection, as it is and as it is sent. */
export function secretTexts(connection: DecryptedConnection | undefined): readonly string[] {
  if (!connection) return [];
  let cachedTexts = textCache.get(connection);
  if (!cachedTexts) textCache.set(connection, (cachedTexts = collectSecretTexts(connection)));
  return cachedTexts;
}

/** As JSON writes it; some write a slash with a stroke before it. */
const jsonEscaped = (text: string) => JSON.stringify(text).slice(1, -1);

/** As long as whoever opened it has it. */
const textCache = new WeakMap<DecryptedConnection, readonly string[]>();

function collectSecretTexts(connection: DecryptedConnection): readonly string[] {
  const all = [
    ...Object.values(connection.secrets),
    ...placeCredentials(connection).map(({ value }) => value),
  ];
  // Shorter ones would be found everywhere, and a password of seven characters protects nothing.
  return [
    ...new Set(
      all
        .filter((text) => text.length >= 8)
        .flatMap((text) => [
          text,
          encodeURIComponent(text),
          jsonEscaped(text),
          jsonEscaped(text).replaceAll("/", "\\/"),
        ]),
    ),
  ].sort((a, b) => b.length - a.length);
}

/** What OAuth's token is called, and what a bearer token's field is. */
const TOKEN_FIELDS = new Set(["access_token", "token"]);
const AUTHORIZATION = { in: "header", name: "Authorization" } as const;

const usesToken = ({ type }: AuthMethod) =>
  type === "oauth2" || type === "oauth2_cc" || type === "mcp_oauth" || type === "bearer";
const readToken = (secrets: DecryptedConnection["secrets"]) =>
  secrets["access_token"] ?? secrets["token"];
