import type { CompiledApp, McpOverlay } from "../../core/lib/openapi-tools/compile/index.ts";
import type { AppRecord, AuthMethod } from "../../core/lib/openapi-tools/index.ts";

/**
 * Turns the overlay's remote MCP servers into apps without tools, because most servers list theirs
 * only to users who have signed in.
 */
export function createMcpApps(servers: ReadonlyMap<string, McpOverlay>): CompiledApp[] {
  return [...servers].map(([slug, server]) => ({
    record: createRecord(slug, server),
    tools: [],
    definitions: new Map(),
    cards: [],
    documents: [],
    from: 0,
    report: { tools: 0, schemas: 0, methods: 1, left: [], more: 0 },
  }));
}

function createRecord(
  slug: string,
  {
    name,
    description,
    vendor,
    categories,
    aliases,
    website,
    docs,
    url,
    auth,
    reviewed,
  }: McpOverlay,
): AppRecord {
  return {
    slug,
    name,
    description,
    vendor,
    categories,
    kind: "mcp",
    auth: [auth],
    ...(aliases && { aliases }),
    ...(website && { website }),
    ...(docs && { docs }),
    tools: 0,
    verified: reviewed ? "reviewed" : "unverified",
    methods: [createAuthMethod(auth)],
    base: url,
    baseFields: [],
    source: { origin: "jackfield", document: url, retrievedAt: new Date().toISOString() },
  };
}

function createAuthMethod(auth: McpOverlay["auth"]): AuthMethod {
  const fields =
    auth === "bearer" ? [{ name: "token", label: "Token", secret: true, required: true }] : [];
  return { id: auth, type: auth, fields, from: "overlay" };
}
