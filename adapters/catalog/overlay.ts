import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { compilePattern } from "../../core/lib/json-schema/index.ts";
import type {
  AppOverlay,
  DocumentOverlay,
  McpOverlay,
} from "../../core/lib/openapi-tools/compile/index.ts";
import {
  appContext,
  defaultArguments,
  findUnknownNames,
  fixedArguments,
} from "./overlay-context.ts";
import { TOOLS_FILE } from "./overlay-tools.ts";

/**
 * Facts about apps, remote MCP servers, OAuth endpoints and documents that are maintained by hand.
 */
export interface Overlay {
  readonly apps: ReadonlyMap<string, AppOverlay>;
  readonly servers: ReadonlyMap<string, McpOverlay>;
  /** By registrable domain. */
  readonly endpoints: ReadonlyMap<string, z.infer<typeof endpoints>>;
  readonly documents: ReadonlyMap<string, DocumentOverlay>;
  /** The slugs of the apps that people use most at work. */
  readonly popular: ReadonlySet<string>;
  /** The slugs of the popular apps that most people mean if they name none. */
  readonly leading: ReadonlySet<string>;
  /** The purposes of apps, by slug. */
  readonly purposes: ReadonlyMap<string, readonly string[]>;
  /** Documents written by hand, by id (`jackfield:excel`). */
  readonly own: ReadonlyMap<string, unknown>;
}

const slug = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,27}$/,
    "must be a slug: lowercase letters, digits and underscores, starting with a letter, at most 28 characters",
  );
const https = z.url({ protocol: /^https$/, error: "must be an HTTPS URL" });
/** A URL that may contain `{field}` placeholders. */
const template = z
  .string()
  .regex(/^https?:\/\/[^\s]+[^\s/]$/, "must be an HTTP or HTTPS URL without a trailing slash");
const strings = z.array(z.string());
const record = z.record(z.string(), z.string());

const field = z.strictObject({
  name: z.string().regex(/^[a-z][A-Za-z0-9_]*$/),
  label: z.string(),
  secret: z.boolean(),
  required: z.boolean(),
  pattern: z
    .string()
    .refine(isPattern, "must be a regular expression that RE2 can evaluate")
    .optional(),
  help: z.string().optional(),
  fallback: z.string().optional(),
});
const placement = z.strictObject({
  in: z.enum(["header", "query", "cookie"]),
  name: z.string(),
  prefix: z.string().optional(),
});
const endpoint = z.string().regex(/^https:\/\/[^\s]+$/, "must be an HTTPS URL");
const oauth = z.strictObject({
  authorizationUrl: endpoint.optional(),
  tokenUrl: endpoint,
  refreshUrl: endpoint.optional(),
  revocationUrl: endpoint.optional(),
  scopeSeparator: z.string().optional(),
  pkce: z.boolean(),
  clientAuth: z.enum(["basic", "body"]),
  bodyFormat: z.enum(["form", "json"]).optional(),
  authorizationParams: record.optional(),
  tokenParams: record.optional(),
  refreshParams: record.optional(),
  tokenAt: z.string().startsWith("/").optional(),
});
const method = z
  .strictObject({
    id: z.string(),
    type: z.enum([
      "oauth2",
      "oauth2_cc",
      "api_key",
      "basic",
      "bearer",
      "sigv4",
      "mcp_oauth",
      "none",
    ]),
    fields: z.array(field),
    scopes: z
      .array(
        z.strictObject({
          name: z.string(),
          description: z.string().optional(),
          isDefault: z.boolean(),
        }),
      )
      .optional(),
    oauth: oauth.optional(),
    placements: z.record(z.string(), placement).optional(),
    signingName: z.string().optional(),
    setupUrl: https.optional(),
  })
  .refine(
    ({ type, oauth }) => !type.startsWith("oauth2") || oauth !== undefined,
    "an OAuth method requires `oauth`, its authorization server",
  )
  .refine(
    ({ type, placements }) => type !== "api_key" || placements !== undefined,
    "an API key method requires `placements`",
  );

const app = z
  .strictObject({
    name: z.string(),
    description: z.string().max(300),
    vendor: z.string(),
    categories: strings,
    aliases: strings.optional(),
    website: https.optional(),
    docs: https.optional(),
    documents: strings.min(1),
    base: template.optional(),
    baseFields: z.array(field).optional(),
    headers: record.optional(),
    methods: z.array(method).min(1),
    reviewed: z.boolean().optional(),
    media: z.string().optional(),
    context: z.array(appContext).min(1).optional(),
    fixedArguments: fixedArguments.optional(),
    defaultArguments: defaultArguments.optional(),
    idempotencyHeader: z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, "must be a header name")
      .optional(),
    refusals: z
      .array(
        z.strictObject({
          at: z.string().startsWith("/"),
          is: z.union([z.string(), z.number(), z.boolean()]).optional(),
        }),
      )
      .min(1)
      .optional(),
    test: z
      .strictObject({
        tool: z.string().regex(/^[a-z][a-z0-9_]*$/, "must be a tool's name without the app's slug"),
        arguments: z.record(z.string(), z.unknown()).optional(),
        rejects: z.array(z.int().min(400).max(499)).min(1).optional(),
      })
      .nullable()
      .optional(),
  })
  .superRefine((entry, issues) => {
    for (const message of findUnknownNames(entry)) issues.addIssue({ code: "custom", message });
  });
const server = z.strictObject({
  name: z.string(),
  description: z.string().max(300),
  vendor: z.string(),
  categories: strings,
  aliases: strings.optional(),
  website: https.optional(),
  docs: https.optional(),
  url: https,
  transport: z.enum(["streamable-http", "sse"]),
  auth: z.enum(["mcp_oauth", "bearer", "none"]),
  reviewed: z.boolean().optional(),
});
const endpoints = z.looseObject({ authorizationUrl: endpoint.optional(), tokenUrl: endpoint });
const decision = z.strictObject({
  slug: slug.optional(),
  name: z.string().min(1).optional(),
  drop: z.string().optional(),
});

const FILES = {
  "apps.json": z.record(slug, app),
  "mcp-servers.json": z.record(slug, server),
  "oauth-endpoints.json": z.record(z.string(), endpoints),
  "documents.json": z.record(z.string(), decision),
  "purposes.json": z.record(slug, z.array(z.string().min(1)).min(1)),
  "popular.json": z.array(
    z.strictObject({ slug, name: z.string(), leading: z.literal(true).optional() }),
  ),
} as const;

/**
 * Reads the overlay. Every file is optional. Throws one line per mistake, with the file and the
 * path in it.
 */
export function readOverlay(folder: string): Overlay {
  const apps = readFile(folder, "apps.json");
  const toolsPath = (slug: string) => join(folder, "tools", `${slug}.json`);
  const own = new Map<string, unknown>();
  const documentsFolder = join(folder, "documents");
  const documentFiles = existsSync(documentsFolder) ? readdirSync(documentsFolder) : [];
  for (const file of documentFiles.filter((name) => name.endsWith(".json")).sort()) {
    own.set(
      `jackfield:${file.slice(0, -".json".length)}`,
      JSON.parse(readFileSync(join(documentsFolder, file), "utf8")),
    );
  }
  const popular = readFile(folder, "popular.json", []);
  return {
    apps: new Map(
      Object.entries(apps).map(([key, { methods, ...rest }]) => [
        key,
        {
          ...rest,
          ...(existsSync(toolsPath(key)) && { tools: parseFile(toolsPath(key), TOOLS_FILE) }),
          methods: methods.map((authMethod) => ({ ...authMethod, from: "overlay" as const })),
        },
      ]),
    ),
    servers: new Map(Object.entries(readFile(folder, "mcp-servers.json"))),
    endpoints: new Map(Object.entries(readFile(folder, "oauth-endpoints.json"))),
    documents: new Map(Object.entries(readFile(folder, "documents.json"))),
    popular: new Set(popular.map((entry) => entry.slug)),
    leading: new Set(popular.flatMap((entry) => (entry.leading ? [entry.slug] : []))),
    purposes: new Map(Object.entries(readFile(folder, "purposes.json"))),
    own,
  };
}

function readFile<Name extends keyof typeof FILES>(
  folder: string,
  name: Name,
  fallback: object = {},
): z.infer<(typeof FILES)[Name]> {
  const file = join(folder, name);
  if (!existsSync(file)) return fallback as z.infer<(typeof FILES)[Name]>;
  return parseFile(file, FILES[name]) as z.infer<(typeof FILES)[Name]>;
}

function parseFile<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (parsed.success) return parsed.data;
  throw new Error(
    parsed.error.issues
      .slice(0, 20)
      .map(({ path, message }) => `${file}: ${path.join(".")}: ${message}`)
      .join("\n"),
  );
}

function isPattern(pattern: string): boolean {
  return compilePattern(pattern, { isWhole: true }) !== undefined;
}
