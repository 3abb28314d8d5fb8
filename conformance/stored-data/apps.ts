import type { AppRecord, AuthMethod } from "../../core/lib/openapi-tools/app.ts";
import { createMemoryCatalog } from "../fixtures/connections/apps.ts";
import { createCompiledApp, type FixtureTool } from "../fixtures/platform/compiled-app.ts";

const object = (properties: Record<string, object>, required: string[] = []) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

/** Every HTTP app has the same three tools. */
const TOOLS: readonly FixtureTool[] = [
  {
    name: "get_note",
    title: "Get a note",
    description: "Gets a note.",
    method: "GET",
    path: "/notes/{id}",
    input: object({ id: { type: "string" } }, ["id"]),
    binding: { slots: [{ argument: "id", in: "path", name: "id", style: "simple" }] },
  },
  {
    name: "list_notes",
    title: "List notes",
    description: "Lists notes, one page at a time.",
    method: "GET",
    path: "/notes",
    input: object({ page: { type: "integer" } }),
    binding: { slots: [{ argument: "page", in: "query", name: "page", style: "form" }] },
  },
  {
    name: "create_note",
    title: "Create a note",
    description: "Creates a note.",
    method: "POST",
    path: "/notes",
    input: object({ text: { type: "string" }, password: { type: "string" } }, ["text"]),
    binding: {
      slots: [
        { argument: "text", in: "body", name: "text", style: "" },
        { argument: "password", in: "body", name: "password", style: "" },
      ],
      body: { type: "application/json" },
    },
  },
];

const app = (
  slug: string,
  method: Partial<AuthMethod> & Pick<AuthMethod, "type">,
  record: Partial<AppRecord> = {},
) =>
  createCompiledApp(
    {
      slug,
      name: slug.charAt(0).toUpperCase() + slug.slice(1),
      description: `Notes in ${slug}.`,
      categories: ["notes"],
      auth: [method.type],
      methods: [{ id: method.type, fields: [], from: "overlay", ...method }],
      ...record,
    },
    TOOLS,
  );

const oauth = (slug: string) => ({
  authorizationUrl: `https://login.${slug}.example/authorize`,
  tokenUrl: `https://login.${slug}.example/token`,
  revocationUrl: `https://login.${slug}.example/revoke`,
});

const CLIENT_FIELDS = [
  { name: "client_id", label: "Client ID", secret: false, required: true },
  { name: "client_secret", label: "Client secret", secret: true, required: true },
];

const SCOPES = [
  { name: "notes:read", description: "Read notes", isDefault: true },
  { name: "notes:write", isDefault: true },
  { name: "admin", isDefault: false },
];

/** The catalog apps of the stored connections: one for each authentication type. */
export const storedDataApps = [
  // OAuth with the operator's client.
  app("quill", {
    type: "oauth2",
    scopes: SCOPES,
    oauth: { ...oauth("quill"), pkce: true, clientAuth: "body" },
  }),
  // OAuth with a public client.
  app("willow", {
    type: "oauth2",
    scopes: SCOPES,
    oauth: { ...oauth("willow"), pkce: true, clientAuth: "body" },
  }),
  // OAuth with the end user's own client.
  app("ferry", {
    type: "oauth2",
    fields: CLIENT_FIELDS,
    oauth: { ...oauth("ferry"), pkce: false, clientAuth: "basic" },
  }),
  app("beacon", {
    type: "oauth2_cc",
    fields: CLIENT_FIELDS,
    scopes: SCOPES,
    oauth: { tokenUrl: "https://login.beacon.example/token", pkce: false, clientAuth: "basic" },
  }),
  app(
    "larder",
    {
      type: "api_key",
      fields: [
        { name: "key", label: "Key", secret: true, required: true },
        { name: "secret", label: "Secret", secret: true, required: true },
      ],
      placements: {
        key: { in: "header", name: "X-Api-Key", prefix: "Key " },
        secret: { in: "query", name: "api_secret" },
      },
    },
    {
      base: "https://{subdomain}.larder.example/v1",
      baseFields: [
        {
          name: "subdomain",
          label: "Subdomain",
          secret: false,
          required: true,
          pattern: "[a-z0-9-]+",
        },
      ],
      headers: { "X-Version": "2" },
    },
  ),
  app("mosaic", { type: "basic" }),
  app("pylon", { type: "bearer" }),
  app("cairn", { type: "sigv4", signingName: "cairn" }),
  app("drift", { type: "none" }),
  createCompiledApp(
    {
      slug: "ember",
      name: "Ember",
      description: "Documents.",
      categories: ["notes"],
      kind: "mcp",
      auth: ["mcp_oauth"],
      base: "https://mcp.ember.example/mcp",
      methods: [{ id: "mcp_oauth", type: "mcp_oauth", fields: [], from: "overlay" }],
    },
    [{ ...TOOLS[2]!, name: "write_note" }],
  ),
];

export const storedDataCatalog = createMemoryCatalog(storedDataApps);
