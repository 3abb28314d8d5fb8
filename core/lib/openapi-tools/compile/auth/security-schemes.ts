import { isObject, ownEntries, ownValue, textAt } from "../../../kit/json/json-access.ts";
import type { AuthMethod, InputField, OAuthScope } from "../../app.ts";
import { toPlainText } from "../documents/plain-text.ts";
import type { CompileNotes } from "../results/report.ts";

/**
 * An authentication method from one security scheme: a complete one, or a key that accompanies
 * another scheme.
 */
export type SchemeMethod = Omit<AuthMethod, "id" | "from">;

/**
 * The alternative methods of one security scheme. Returns `implicit` for OAuth 2.0 without a known
 * token endpoint.
 */
export function readSchemeMethods(
  name: string,
  scheme: unknown,
  notes: CompileNotes,
  tokenEndpoint: TokenEndpoint | undefined,
): SchemeMethod[] | "implicit" {
  const where = `securitySchemes.${name}`;
  const type = textAt(scheme, "type")?.toLowerCase();
  const summary = toPlainText(ownValue(scheme, "description"), 160);
  if (type === "apikey") {
    if (/^aws/i.test(textAt(scheme, "x-amazon-apigateway-authtype") ?? "")) return [sigv4Method()];
    return apiKeyMethods(name, scheme, summary, (why) => notes.omit(where, why));
  }
  if (type === "basic" || (type === "http" && textAt(scheme, "scheme")?.toLowerCase() === "basic"))
    return [
      {
        type: "basic",
        fields: [
          textField("username", "User name", summary),
          secretField("password", "Password", ""),
        ],
      },
    ];
  if (type === "http" && textAt(scheme, "scheme")?.toLowerCase() === "bearer")
    return [{ type: "bearer", fields: [secretField("token", "Token", summary)] }];
  if (type === "oauth2") {
    const methods = oauthMethods(scheme, tokenEndpoint);
    if (methods.length === 0) {
      notes.omit(
        where,
        "The OAuth 2.0 scheme has no known token endpoint or uses the password flow.",
      );
      return "implicit";
    }
    return methods;
  }
  notes.omit(where, explainUnsupported(type, textAt(scheme, "scheme")));
  return [];
}

function explainUnsupported(type: string | undefined, httpScheme: string | undefined): string {
  if (type === undefined) return "The security scheme has no type.";
  if (type === "openidconnect") return "OpenID Connect discovery is not supported.";
  if (type !== "http") return `The security scheme type "${type}" is not supported.`;
  return httpScheme === undefined
    ? "The HTTP security scheme has no authentication scheme."
    : `The HTTP authentication scheme "${httpScheme}" is not supported.`;
}

const secretField = (name: string, label: string, help: string): InputField => ({
  name,
  label,
  secret: true,
  required: true,
  ...(help && { help }),
});
const textField = (name: string, label: string, help: string): InputField => ({
  ...secretField(name, label, help),
  secret: false,
});

/** Keys for AWS Signature Version 4. The region is a field of the base URL. */
function sigv4Method(): SchemeMethod {
  return {
    type: "sigv4",
    fields: [
      textField("access_key_id", "Access key ID", ""),
      secretField("secret_access_key", "Secret access key", ""),
      { ...secretField("session_token", "Session token", ""), required: false },
    ],
  };
}

function apiKeyMethods(
  name: string,
  scheme: unknown,
  summary: string,
  omit: (why: string) => void,
): SchemeMethod[] {
  const location = textAt(scheme, "in");
  const wireName = textAt(scheme, "name");
  if (
    !wireName ||
    (location !== "header" && location !== "query" && location !== "cookie") ||
    /[^\x21-\x7e]/.test(wireName)
  ) {
    omit("The API key has no valid header, query parameter or cookie name.");
    return [];
  }
  if (location === "header" && wireName.toLowerCase() === "authorization")
    return [
      authorizationHeaderMethod((textAt(scheme, "description") ?? "").slice(0, 600), summary),
    ];
  const field = fieldName(wireName, name);
  return [
    {
      type: "api_key",
      fields: [secretField(field, formatLabel(wireName), summary)],
      placements: { [field]: { in: location, name: wireName } },
    },
  ];
}

/**
 * A key in the `Authorization` header, whose prefix is stated only in the description of the
 * scheme.
 */
function authorizationHeaderMethod(description: string, summary: string): SchemeMethod {
  if (/\bbasic\b/i.test(description) && !/\bbearer\b/i.test(description))
    return {
      type: "basic",
      fields: [
        textField("username", "User name", summary),
        secretField("password", "Password", ""),
      ],
    };
  if (/\bbearer\b|\bjwt\b|\boauth/i.test(description))
    return { type: "bearer", fields: [secretField("token", "Token", summary)] };
  const prefix =
    /["'`:\s](Token|ApiKey|Api-Key|Key|SSWS|Bot|GenieKey|Klaviyo-API-Key)\s+[<{$"'`[]?\w/.exec(
      ` ${description}`,
    )?.[1];
  return {
    type: "api_key",
    fields: [secretField("api_key", "API key", summary)],
    placements: {
      api_key: { in: "header", name: "Authorization", ...(prefix && { prefix: `${prefix} ` }) },
    },
  };
}

function fieldName(wireName: string, scheme: string): string {
  const name = wireName
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/^x-/, "")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return name || scheme.toLowerCase().replace(/[^a-z0-9]+/g, "_") || "api_key";
}

const formatLabel = (wireName: string) =>
  wireName
    .replace(/^x-/i, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .replace(/^./, (letter) => letter.toUpperCase()) || wireName;

export const isOAuth = (scheme: unknown) => textAt(scheme, "type")?.toLowerCase() === "oauth2";

function oauthMethods(scheme: unknown, tokenEndpoint: TokenEndpoint | undefined): SchemeMethod[] {
  // In Swagger 2, the scheme itself is the only flow. Its flow names differ.
  const flows = isObject(ownValue(scheme, "flows"))
    ? ownEntries(ownValue(scheme, "flows"))
    : [[textAt(scheme, "flow") ?? "", scheme] as const];
  const methods: SchemeMethod[] = [];
  let implicit: unknown;
  for (const [name, flow] of flows) {
    const authorizationUrl = readHttpsUrl(flow, "authorizationUrl");
    const tokenUrl = readHttpsUrl(flow, "tokenUrl");
    const common = { fields: [], scopes: readScopes(flow) };
    if ((name === "authorizationCode" || name === "accessCode") && authorizationUrl && tokenUrl) {
      const refreshUrl = readHttpsUrl(flow, "refreshUrl");
      methods.push({
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
      methods.push({
        type: "oauth2_cc",
        ...common,
        oauth: { tokenUrl, pkce: false, clientAuth: "basic" },
      });
    } else if (name === "implicit" || name === "authorizationCode" || name === "accessCode")
      implicit ??= flow;
  }
  const authorizationUrl = readHttpsUrl(implicit, "authorizationUrl");
  const knownEndpoint =
    methods.length === 0 && authorizationUrl ? tokenEndpoint?.(authorizationUrl) : undefined;
  if (knownEndpoint && authorizationUrl)
    methods.push({
      type: "oauth2",
      fields: [],
      scopes: readScopes(implicit),
      oauth: {
        authorizationUrl: knownEndpoint.authorizationUrl ?? authorizationUrl,
        tokenUrl: knownEndpoint.tokenUrl,
        pkce: true,
        clientAuth: "body",
      },
    });
  return methods;
}

function readHttpsUrl(flow: unknown, name: string): string | undefined {
  const url = textAt(flow, name)?.trim();
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed?.protocol === "https:" &&
    !/^(?:localhost|127\.|.*example\.(?:com|org)$|.*\.local$)/.test(parsed.hostname)
    ? url
    : undefined;
}

function readScopes(flow: unknown): OAuthScope[] {
  return ownEntries(ownValue(flow, "scopes"))
    .slice(0, 400)
    .map(([name, summary]) => {
      const description = toPlainText(summary, 160);
      return { name, ...(description && { description }), isDefault: false };
    });
}

/**
 * Looks up the token endpoint for an OAuth 2.0 scheme that declares none, such as one with the
 * implicit flow.
 */
export type TokenEndpoint = (
  authorizationUrl: string,
) => { readonly authorizationUrl?: string | undefined; readonly tokenUrl: string } | undefined;
