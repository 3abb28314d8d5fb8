import type { AuthMethod, Field, Scope } from "../../../ports/apps.ts";
import { isObject, membersOf, own, textAt } from "./document.ts";
import { plain } from "./plain.ts";
import type { Notes } from "./report.ts";
import type { TokenEndpoint } from "./security.ts";

/** What one scheme gives: a whole way to sign in, or a key that goes along with one. */
export type Part = Omit<AuthMethod, "id" | "from">;

/** The ways to sign in that one scheme gives, where any one will do; `implicit` if it is OAuth 2.0 of which the token endpoint is missing. */
export function partsOf(
  name: string,
  scheme: unknown,
  notes: Notes,
  tokenEndpoint: TokenEndpoint | undefined,
): Part[] | "implicit" {
  const where = `securitySchemes.${name}`;
  const type = textAt(scheme, "type")?.toLowerCase();
  const said = plain(own(scheme, "description"), 160);
  if (type === "apikey") {
    if (/^aws/i.test(textAt(scheme, "x-amazon-apigateway-authtype") ?? "")) return [sigv4()];
    return apiKey(name, scheme, said, (why) => notes.leave(where, why));
  }
  if (type === "basic" || (type === "http" && textAt(scheme, "scheme")?.toLowerCase() === "basic"))
    return [
      {
        type: "basic",
        fields: [text("username", "User name", said), secret("password", "Password", "")],
      },
    ];
  if (type === "http" && textAt(scheme, "scheme")?.toLowerCase() === "bearer")
    return [{ type: "bearer", fields: [secret("token", "Token", said)] }];
  if (type === "oauth2") {
    const parts = oauthParts(scheme, tokenEndpoint);
    if (parts.length === 0) {
      notes.leave(
        where,
        "OAuth 2.0 is described without a token endpoint (the implicit or the password flow), and none is known otherwise.",
      );
      return "implicit";
    }
    return parts;
  }
  notes.leave(
    where,
    type === "openidconnect"
      ? "OpenID Connect names a document instead of its endpoints."
      : `A security scheme of the type ${type ?? "(none)"}${type === "http" ? ` and the scheme ${textAt(scheme, "scheme") ?? "(none)"}` : ""} is not understood.`,
  );
  return [];
}

const secret = (name: string, label: string, help: string): Field => ({
  name,
  label,
  secret: true,
  required: true,
  ...(help && { help }),
});
const text = (name: string, label: string, help: string): Field => ({
  ...secret(name, label, help),
  secret: false,
});

/** Keys for AWS's signature, version 4. The region is a field of the base address. */
function sigv4(): Part {
  return {
    type: "sigv4",
    fields: [
      text("access_key_id", "Access key id", ""),
      secret("secret_access_key", "Secret access key", ""),
      { ...secret("session_token", "Session token", ""), required: false },
    ],
  };
}

function apiKey(name: string, scheme: unknown, said: string, leave: (why: string) => void): Part[] {
  const place = textAt(scheme, "in");
  const wire = textAt(scheme, "name");
  if (
    !wire ||
    (place !== "header" && place !== "query" && place !== "cookie") ||
    /[^\x21-\x7e]/.test(wire)
  ) {
    leave("It says neither a header, a query parameter nor a cookie for the key.");
    return [];
  }
  if (place === "header" && wire.toLowerCase() === "authorization")
    return [authorizationKey((textAt(scheme, "description") ?? "").slice(0, 600), said)];
  const field = fieldName(wire, name);
  return [
    {
      type: "api_key",
      fields: [secret(field, labelOf(wire), said)],
      placements: { [field]: { in: place, name: wire } },
    },
  ];
}

/** A key in `Authorization`, of which documents say only in words what stands before it. */
function authorizationKey(description: string, said: string): Part {
  if (/\bbasic\b/i.test(description) && !/\bbearer\b/i.test(description))
    return {
      type: "basic",
      fields: [text("username", "User name", said), secret("password", "Password", "")],
    };
  if (/\bbearer\b|\bjwt\b|\boauth/i.test(description))
    return { type: "bearer", fields: [secret("token", "Token", said)] };
  const prefix =
    /["'`:\s](Token|ApiKey|Api-Key|Key|SSWS|Bot|GenieKey|Klaviyo-API-Key)\s+[<{$"'`\[]?\w/.exec(
      ` ${description}`,
    )?.[1];
  return {
    type: "api_key",
    fields: [secret("api_key", "API key", said)],
    placements: {
      api_key: { in: "header", name: "Authorization", ...(prefix && { prefix: `${prefix} ` }) },
    },
  };
}

function fieldName(wire: string, scheme: string): string {
  const name = wire
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/^x-/, "")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return name || scheme.toLowerCase().replace(/[^a-z0-9]+/g, "_") || "api_key";
}

const labelOf = (wire: string) =>
  wire
    .replace(/^x-/i, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .replace(/^./, (letter) => letter.toUpperCase()) || wire;

/** Whether a scheme is OAuth 2.0. */
export const isOAuth = (scheme: unknown) => textAt(scheme, "type")?.toLowerCase() === "oauth2";

function oauthParts(scheme: unknown, tokenEndpoint: TokenEndpoint | undefined): Part[] {
  // Swagger 2 has one flow, at the scheme itself, and other names.
  const flows = isObject(own(scheme, "flows"))
    ? membersOf(own(scheme, "flows"))
    : [[textAt(scheme, "flow") ?? "", scheme] as const];
  const parts: Part[] = [];
  let implicit: unknown;
  for (const [name, flow] of flows) {
    const authorizationUrl = urlAt(flow, "authorizationUrl");
    const tokenUrl = urlAt(flow, "tokenUrl");
    const common = { fields: [], scopes: scopesIn(flow) };
    if ((name === "authorizationCode" || name === "accessCode") && authorizationUrl && tokenUrl) {
      const refreshUrl = urlAt(flow, "refreshUrl");
      parts.push({
        type: "oauth2",
        ...common,
        oauth: {
          authorizationUrl,
          tokenUrl,
          ...(refreshUrl && refreshUrl !== tokenUrl && { refreshUrl }),
          pkce: true,
          clientAuth: "body",
        },
      });
    } else if ((name === "clientCredentials" || name === "application") && tokenUrl) {
      parts.push({
        type: "oauth2_cc",
        ...common,
        oauth: { tokenUrl, pkce: false, clientAuth: "basic" },
      });
    } else if (name === "implicit" || name === "authorizationCode" || name === "accessCode")
      implicit ??= flow;
  }
  const authorizationUrl = urlAt(implicit, "authorizationUrl");
  const known =
    parts.length === 0 && authorizationUrl ? tokenEndpoint?.(authorizationUrl) : undefined;
  if (known && authorizationUrl)
    parts.push({
      type: "oauth2",
      fields: [],
      scopes: scopesIn(implicit),
      oauth: {
        authorizationUrl: known.authorizationUrl ?? authorizationUrl,
        tokenUrl: known.tokenUrl,
        pkce: true,
        clientAuth: "body",
      },
    });
  return parts;
}

function urlAt(flow: unknown, name: string): string | undefined {
  const url = textAt(flow, name)?.trim();
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed?.protocol === "https:" &&
    !/^(?:localhost|127\.|.*example\.(?:com|org)$|.*\.local$)/.test(parsed.hostname)
    ? url
    : undefined;
}

function scopesIn(flow: unknown): Scope[] {
  return membersOf(own(flow, "scopes"))
    .slice(0, 400)
    .map(([name, said]) => {
      const description = plain(said, 160);
      return { name, ...(description && { description }), isDefault: false };
    });
}
