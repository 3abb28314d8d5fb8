import type { AppRecord, AuthMethod, OAuthServer } from "../../../core/ports/apps.ts";

/** An app with these ways to be connected. */
export const createAppRecord = (
  slug: string,
  methods: readonly AuthMethod[],
  more: Partial<AppRecord> = {},
): AppRecord => ({
  slug,
  name: slug.charAt(0).toUpperCase() + slug.slice(1),
  description: `${slug} keeps notes, and reminds people of them.`,
  vendor: `${slug}.example`,
  categories: ["notes"],
  kind: "http",
  auth: [...new Set(methods.map(({ type }) => type))],
  tools: 42,
  verified: "reviewed",
  methods,
  base: `https://api.${slug}.example`,
  baseFields: [],
  source: { origin: "test", document: `${slug}.json`, retrievedAt: "2026-11-21T00:00:00Z" },
  ...more,
});

/** A sign-in with a code at a provider, as most are. */
export const createOAuthMethod = (
  origin: string,
  server: Partial<OAuthServer> = {},
  method: Partial<AuthMethod> = {},
): AuthMethod => ({
  id: "oauth2",
  type: "oauth2",
  fields: [],
  scopes: [
    { name: "notes:read", description: "Read your notes", isDefault: true },
    { name: "notes:write", isDefault: true },
    { name: "admin", isDefault: false },
  ],
  oauth: {
    authorizationUrl: `${origin}/authorize`,
    tokenUrl: `${origin}/token`,
    revocationUrl: `${origin}/revoke`,
    pkce: true,
    clientAuth: "body",
    ...server,
  },
  setupUrl: "https://notes.example/developers",
  from: "overlay",
  ...method,
});

export const keyMethod: AuthMethod = {
  id: "api_key",
  type: "api_key",
  fields: [
    {
      name: "key",
      label: "API key",
      secret: true,
      required: true,
      pattern: "sk_[a-z0-9]+",
      help: "In the settings, under API.",
    },
  ],
  from: "overlay",
  setupUrl: "https://notes.example/keys",
};
