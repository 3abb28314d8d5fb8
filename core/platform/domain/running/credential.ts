import type { AuthMethod, Placement } from "../../../ports/apps.ts";
import type { Connected } from "../connected.ts";
import { base64Of } from "./file.ts";

/** A credential and where it goes. */
export interface Placed extends Placement {
  readonly value: string;
}

/** Where each of a connection's credentials goes, written as it is sent; none for `none`, and for `sigv4`, which signs. */
export function credentialsOf({ method, secrets, fields }: Connected): readonly Placed[] {
  if (method.type === "none" || method.type === "sigv4") return [];
  const valueOf = (name: string) => secrets[name] ?? fields[name];
  const placements = Object.entries(method.placements ?? {});
  const all: Placed[] = [];
  for (const [name, placement] of placements) {
    const value = TOKENS.has(name) && isToken(method) ? tokenOf(secrets) : valueOf(name);
    // What need not be entered may be missing.
    if (value) all.push({ ...placement, value });
  }
  if (
    method.type === "basic" &&
    !placements.some(([name]) => name === "basic" || name === "username" || name === "password")
  ) {
    const [username = "", password = ""] = [valueOf("username"), valueOf("password")];
    all.push({
      ...AUTHORIZATION,
      prefix: "Basic ",
      value: base64Of(new TextEncoder().encode(`${username}:${password}`)),
    });
  }
  if (isToken(method) && !placements.some(([name]) => TOKENS.has(name))) {
    const value = tokenOf(secrets);
    if (value) all.push({ ...AUTHORIZATION, prefix: "Bearer ", value });
  }
  if (method.type === "api_key" && method.placements === undefined) {
    const value = Object.values(secrets).find(Boolean);
    if (value) all.push({ ...AUTHORIZATION, prefix: "Bearer ", value });
  }
  return all;
}

/** The texts that must not be seen in anything that is shown or kept: what is secret of a connection, as it is and as it is sent. */
export function secretTexts(connected: Connected | undefined): readonly string[] {
  if (!connected) return [];
  let texts = known.get(connected);
  if (!texts) known.set(connected, (texts = textsOf(connected)));
  return texts;
}

/** As JSON writes it; some write a slash with a stroke before it. */
const quoted = (text: string) => JSON.stringify(text).slice(1, -1);

/** As long as whoever opened it has it. */
const known = new WeakMap<Connected, readonly string[]>();

function textsOf(connected: Connected): readonly string[] {
  const all = [
    ...Object.values(connected.secrets),
    ...credentialsOf(connected).map(({ value }) => value),
  ];
  // Shorter ones would be found everywhere, and a password of seven characters protects nothing.
  return [
    ...new Set(
      all
        .filter((text) => text.length >= 8)
        .flatMap((text) => [
          text,
          encodeURIComponent(text),
          quoted(text),
          quoted(text).replaceAll("/", "\\/"),
        ]),
    ),
  ].sort((a, b) => b.length - a.length);
}

/** What OAuth's token is called, and what a bearer token's field is. */
const TOKENS = new Set(["access_token", "token"]);
const AUTHORIZATION = { in: "header", name: "Authorization" } as const;

const isToken = ({ type }: AuthMethod) =>
  type === "oauth2" || type === "oauth2_cc" || type === "mcp_oauth" || type === "bearer";
const tokenOf = (secrets: Connected["secrets"]) => secrets["access_token"] ?? secrets["token"];
