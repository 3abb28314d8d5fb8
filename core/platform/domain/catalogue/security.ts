import { isObject, listAt, membersOf, objectAt, own, textAt, followed } from "./document.ts";
import { plain } from "./plain.ts";
import type { AuthMethod, AuthType, Field, Placement, Scope } from "../../../ports/apps.ts";
import type { Notes } from "./report.ts";

/** One alternative of a document's `security`: schemes that are all needed, each with the scopes it takes. */
export type Requirement = readonly (readonly [scheme: string, scopes: readonly string[]])[];

/** The ways in which a document's operations are signed in to. */
export interface Security {
  readonly methods: readonly AuthMethod[];
  /** The ids of the methods that these requirements name; none if they let anyone in. */
  idsOf(requirements: readonly Requirement[] | undefined): readonly string[];
  /** The scopes of the first alternative that has any. */
  scopesOf(requirements: readonly Requirement[] | undefined): readonly string[];
}

/** A `security` member as it stands: undefined where there is none. */
export function requirementsOf(of: unknown): Requirement[] | undefined {
  if (!Array.isArray(own(of, "security"))) return undefined;
  return listAt(of, "security").slice(0, 40).map((one) => membersOf(one).slice(0, 12).map(([scheme, scopes]) => [scheme, Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === "string") : []] as const));
}

/** Where a token endpoint is found for sign-ins whose document names none (OAuth 2.0's implicit flow). */
export type TokenEndpoint = (authorizationUrl: string) => { readonly authorizationUrl?: string | undefined; readonly tokenUrl: string } | undefined;

const MOST_METHODS = 8;

/** Reads the ways to sign in of a document whose operations have these requirements. */
export function securityOf(document: unknown, used: readonly Requirement[], notes: Notes, tokenEndpoint?: TokenEndpoint): Security {
  const schemes = new Map(membersOf(schemesOf(document)).slice(0, 60).map(([name, scheme]) => [name, followed(document, scheme)]));
  const alternatives = used.length > 0 ? used : [...schemes.keys()].map((name): Requirement => [[name, []]]);
  const found = new Map<string, { method: AuthMethod; key: string }>();
  const parts = new Map([...schemes].map(([name, scheme]) => [name, partsOf(name, scheme, notes, tokenEndpoint)] as const));
  const idsByKey = new Map<string, string[]>();

  for (const requirement of alternatives) {
    const key = keyOf(requirement);
    if (key === "" || idsByKey.has(key)) continue;
    const ids: string[] = [];
    for (const method of combined(requirement, parts)) {
      const same = [...found.values()].find((other) => sameMethod(other.method, method));
      if (same) ids.push(same.method.id);
      else if (found.size < MOST_METHODS) {
        const id = freeId(method.type, found);
        found.set(id, { method: { ...method, id }, key });
        ids.push(id);
      }
    }
    idsByKey.set(key, ids);
  }
  const order: AuthType[] = ["oauth2", "bearer", "api_key", "basic", "sigv4", "oauth2_cc"];
  const methods = [...found.values()].map(({ method }) => method).sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
  return {
    methods,
    idsOf(requirements) {
      if (!requirements || requirements.some((one) => one.length === 0)) return [];
      return [...new Set(requirements.flatMap((one) => idsByKey.get(keyOf(one)) ?? []))];
    },
    scopesOf: (requirements) => requirements?.map((one) => one.flatMap(([scheme, scopes]) => (isOAuth(schemes.get(scheme)) ? scopes : []))).find((scopes) => scopes.length > 0)?.slice(0, 40) ?? [],
  };
}

const keyOf = (requirement: Requirement) => [...new Set(requirement.map(([scheme]) => scheme))].sort().join(" & ");

function schemesOf(document: unknown): unknown {
  return own(objectAt(document, "components"), "securitySchemes") ?? own(document, "securityDefinitions");
}

/** What one scheme gives: a whole way to sign in, or a key that goes along with one. */
type Part = Omit<AuthMethod, "id" | "from">;

function partsOf(name: string, scheme: unknown, notes: Notes, tokenEndpoint: TokenEndpoint | undefined): Part[] | "implicit" {
  const where = `securitySchemes.${name}`;
  const type = textAt(scheme, "type")?.toLowerCase();
  const said = plain(own(scheme, "description"), 160);
  if (type === "apikey") {
    if (/^aws/i.test(textAt(scheme, "x-amazon-apigateway-authtype") ?? "")) return [sigv4()];
    return apiKey(name, scheme, said, (why) => notes.leave(where, why));
  }
  if (type === "basic" || (type === "http" && textAt(scheme, "scheme")?.toLowerCase() === "basic")) return [{ type: "basic", fields: [text("username", "User name", said), secret("password", "Password", "")] }];
  if (type === "http" && textAt(scheme, "scheme")?.toLowerCase() === "bearer") return [{ type: "bearer", fields: [secret("token", "Token", said)] }];
  if (type === "oauth2") {
    const parts = oauthParts(scheme, tokenEndpoint);
    if (parts.length === 0) {
      notes.leave(where, "OAuth 2.0 is described without a token endpoint (the implicit or the password flow), and none is known otherwise.");
      return "implicit";
    }
    return parts;
  }
  notes.leave(where, type === "openidconnect" ? "OpenID Connect names a document instead of its endpoints." : `A security scheme of the type ${type ?? "(none)"}${type === "http" ? ` and the scheme ${textAt(scheme, "scheme") ?? "(none)"}` : ""} is not understood.`);
  return [];
}

const secret = (name: string, label: string, help: string): Field => ({ name, label, secret: true, required: true, ...(help && { help }) });
const text = (name: string, label: string, help: string): Field => ({ ...secret(name, label, help), secret: false });

/** Keys for AWS's signature, version 4. The region is a field of the base address. */
function sigv4(): Part {
  return {
    type: "sigv4",
    fields: [text("access_key_id", "Access key id", ""), secret("secret_access_key", "Secret access key", ""), { ...secret("session_token", "Session token", ""), required: false }],
  };
}

function apiKey(name: string, scheme: unknown, said: string, leave: (why: string) => void): Part[] {
  const place = textAt(scheme, "in");
  const wire = textAt(scheme, "name");
  if (!wire || (place !== "header" && place !== "query" && place !== "cookie") || /[^\x21-\x7e]/.test(wire)) {
    leave("It says neither a header, a query parameter nor a cookie for the key.");
    return [];
  }
  if (place === "header" && wire.toLowerCase() === "authorization") return [authorizationKey((textAt(scheme, "description") ?? "").slice(0, 600), said)];
  const field = fieldName(wire, name);
  return [{ type: "api_key", fields: [secret(field, labelOf(wire), said)], placements: { [field]: { in: place, name: wire } } }];
}

/** A key in `Authorization`, of which documents say only in words what stands before it. */
function authorizationKey(description: string, said: string): Part {
  if (/\bbasic\b/i.test(description) && !/\bbearer\b/i.test(description)) return { type: "basic", fields: [text("username", "User name", said), secret("password", "Password", "")] };
  if (/\bbearer\b|\bjwt\b|\boauth/i.test(description)) return { type: "bearer", fields: [secret("token", "Token", said)] };
  const prefix = /["'`:\s](Token|ApiKey|Api-Key|Key|SSWS|Bot|GenieKey|Klaviyo-API-Key)\s+[<{$"'`\[]?\w/.exec(` ${description}`)?.[1];
  return { type: "api_key", fields: [secret("api_key", "API key", said)], placements: { api_key: { in: "header", name: "Authorization", ...(prefix && { prefix: `${prefix} ` }) } } };
}

function fieldName(wire: string, scheme: string): string {
  const name = wire.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase().replace(/^x-/, "").replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  return name || scheme.toLowerCase().replace(/[^a-z0-9]+/g, "_") || "api_key";
}

const labelOf = (wire: string) => wire.replace(/^x-/i, "").replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[^A-Za-z0-9]+/g, " ").trim().replace(/^./, (letter) => letter.toUpperCase()) || wire;

const isOAuth = (scheme: unknown) => textAt(scheme, "type")?.toLowerCase() === "oauth2";

function oauthParts(scheme: unknown, tokenEndpoint: TokenEndpoint | undefined): Part[] {
  // Swagger 2 has one flow, at the scheme itself, and other names.
  const flows = isObject(own(scheme, "flows")) ? membersOf(own(scheme, "flows")) : [[textAt(scheme, "flow") ?? "", scheme] as const];
  const parts: Part[] = [];
  let implicit: unknown;
  for (const [name, flow] of flows) {
    const authorizationUrl = urlAt(flow, "authorizationUrl");
    const tokenUrl = urlAt(flow, "tokenUrl");
    const common = { fields: [], scopes: scopesIn(flow) };
    if ((name === "authorizationCode" || name === "accessCode") && authorizationUrl && tokenUrl) {
      const refreshUrl = urlAt(flow, "refreshUrl");
      parts.push({ type: "oauth2", ...common, oauth: { authorizationUrl, tokenUrl, ...(refreshUrl && refreshUrl !== tokenUrl && { refreshUrl }), pkce: true, clientAuth: "body" } });
    } else if ((name === "clientCredentials" || name === "application") && tokenUrl) {
      parts.push({ type: "oauth2_cc", ...common, oauth: { tokenUrl, pkce: false, clientAuth: "basic" } });
    } else if (name === "implicit" || name === "authorizationCode" || name === "accessCode") implicit ??= flow;
  }
  const authorizationUrl = urlAt(implicit, "authorizationUrl");
  const known = parts.length === 0 && authorizationUrl ? tokenEndpoint?.(authorizationUrl) : undefined;
  if (known && authorizationUrl) parts.push({ type: "oauth2", fields: [], scopes: scopesIn(implicit), oauth: { authorizationUrl: known.authorizationUrl ?? authorizationUrl, tokenUrl: known.tokenUrl, pkce: true, clientAuth: "body" } });
  return parts;
}

function urlAt(flow: unknown, name: string): string | undefined {
  const url = textAt(flow, name)?.trim();
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed?.protocol === "https:" && !/^(?:localhost|127\.|.*example\.(?:com|org)$|.*\.local$)/.test(parsed.hostname) ? url : undefined;
}

function scopesIn(flow: unknown): Scope[] {
  return membersOf(own(flow, "scopes")).slice(0, 400).map(([name, said]) => {
    const description = plain(said, 160);
    return { name, ...(description && { description }), isDefault: false };
  });
}

/** The ways of a requirement: its one whole way to sign in, with the keys that are needed besides. */
function combined(requirement: Requirement, parts: ReadonlyMap<string, Part[] | "implicit">): Omit<AuthMethod, "id">[] {
  const all = requirement.map(([scheme]) => parts.get(scheme) ?? []);
  // Google's documents ask for the implicit flow and for the code flow at once, and mean either.
  const usable = all.filter((part): part is Part[] => part !== "implicit");
  if (usable.length === 0 || usable.some((part) => part.length === 0)) return [];
  const keys = usable.filter((part) => part.every(({ type }) => type === "api_key")).map(([part]) => part!);
  const whole = usable.filter((part) => part.some(({ type }) => type !== "api_key"));
  if (whole.length === 0) return [joined(keys[0]!, keys.slice(1))];
  return whole[0]!.map((part) => joined(part, keys));
}

function joined(first: Part, more: readonly Part[]): Omit<AuthMethod, "id"> {
  const placements: Record<string, Placement> = { ...first.placements };
  const fields = [...first.fields];
  for (const { fields: others, placements: places } of more) {
    for (const field of others) {
      if (fields.some(({ name }) => name === field.name)) continue;
      fields.push(field);
      if (places?.[field.name]) placements[field.name] = places[field.name]!;
    }
  }
  return { ...first, fields, ...(Object.keys(placements).length > 0 && { placements }), from: "document" };
}

function sameMethod(a: AuthMethod, b: Omit<AuthMethod, "id">): boolean {
  return a.type === b.type && JSON.stringify([a.placements, a.oauth, a.fields.map(({ name }) => name)]) === JSON.stringify([b.placements, b.oauth, b.fields.map(({ name }) => name)]);
}

function freeId(type: AuthType, taken: ReadonlyMap<string, unknown>): string {
  let id: string = type;
  for (let count = 2; taken.has(id); count += 1) id = `${type}_${count}`;
  return id;
}
