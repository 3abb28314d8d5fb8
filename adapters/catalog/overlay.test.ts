import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const folder = new URL("../catalog/overlay/", import.meta.url);
const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), "utf8"));

const slug = z.string().regex(/^[a-z][a-z0-9_]{0,27}$/u);
const url = z
  .string()
  .startsWith("https://")
  .refine((value) => URL.canParse(value.replaceAll(/[{}]/gu, "")), "is no URL");
const pattern = z.string().refine((value) => new RegExp(value, "u") instanceof RegExp);
const stringRecord = z.record(z.string(), z.string());

const field = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]*$/u),
  label: z.string().min(1),
  secret: z.boolean(),
  required: z.boolean(),
  pattern: pattern.optional(),
  help: z.string().optional(),
  fallback: z.string().optional(),
});
const scope = z.strictObject({
  name: z.string().min(1),
  description: z.string().optional(),
  isDefault: z.boolean(),
});
const placement = z.strictObject({
  in: z.enum(["header", "query", "cookie"]),
  name: z.string().min(1),
  prefix: z.string().optional(),
});
const server = z.strictObject({
  authorizationUrl: url.optional(),
  tokenUrl: url,
  refreshUrl: url.optional(),
  revocationUrl: url.optional(),
  scopeSeparator: z.string().optional(),
  pkce: z.boolean(),
  clientAuth: z.enum(["basic", "body"]),
  bodyFormat: z.enum(["form", "json"]).optional(),
  authorizationParams: stringRecord.optional(),
  tokenParams: stringRecord.optional(),
  refreshParams: stringRecord.optional(),
  tokenAt: z.string().startsWith("/").optional(),
});
const method = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_]*$/u),
  type: z.enum(["oauth2", "oauth2_cc", "api_key", "basic", "bearer", "sigv4", "mcp_oauth", "none"]),
  fields: z.array(field),
  scopes: z.array(scope).optional(),
  oauth: server.optional(),
  placements: z.record(z.string(), placement).optional(),
  signingName: z.string().optional(),
  setupUrl: url.optional(),
});
const descriptionSchema = z.string().min(10).max(160).endsWith(".");
const common = {
  name: z.string().min(1),
  description: descriptionSchema,
  vendor: z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/u),
  categories: z.array(z.string()).min(1),
  aliases: z.array(z.string().min(1)),
  website: url,
  docs: url.optional(),
  reviewed: z.boolean(),
};
const app = z.strictObject({
  ...common,
  documents: z.array(z.string().regex(/^[@a-z][a-z0-9@/-]*:.+$/u)).min(1),
  base: url.optional(),
  baseFields: z.array(field).optional(),
  headers: stringRecord.optional(),
  methods: z.array(method).min(1),
  idempotencyHeader: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/u)
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
});
const mcpServer = z.strictObject({
  ...common,
  url,
  transport: z.enum(["streamable-http", "sse"]),
  auth: z.enum(["mcp_oauth", "bearer", "none"]),
});

const apps = z.record(slug, app).parse(readJson("apps.json"));
const servers = z.record(slug, mcpServer).parse(readJson("mcp-servers.json"));
const categories = z.array(z.string()).parse(readJson("categories.json"));
const popular = z.array(z.strictObject({ slug, name: z.string() })).parse(readJson("popular.json"));
const endpoints = z.record(z.string(), server).parse(readJson("oauth-endpoints.json"));
const documents = z
  .record(z.string(), z.strictObject({ slug: slug.optional(), drop: z.string().optional() }))
  .parse(readJson("documents.json"));
const checked = z
  .record(
    z.string(),
    z.strictObject({
      authorizationUrl: z.array(z.string()).optional(),
      tokenUrl: z.array(z.string()),
    }),
  )
  .parse(readJson("checked.json"));
const entries = [...Object.entries(apps), ...Object.entries(servers)];

/** The names in braces of every text inside a value. */
const findPlaceholders = (value: unknown): string[] =>
  [...JSON.stringify(value ?? "").matchAll(/\{(\w+)\}/gu)].map((found) => found[1] ?? "");

describe("the overlay of the catalog", () => {
  it("gives no slug to two apps", () => {
    expect(Object.keys(apps).filter((name) => name in servers)).toEqual([]);
  });

  it("takes every category from the list", () => {
    expect(
      entries.flatMap(([, entry]) => entry.categories).filter((name) => !categories.includes(name)),
    ).toEqual([]);
  });

  it("lets no other name lead to two apps", () => {
    const owners = new Map<string, Set<string>>();
    for (const [name, entry] of entries)
      for (const alias of entry.aliases)
        owners.set(alias, (owners.get(alias) ?? new Set()).add(name));
    expect(
      [...owners].filter(
        ([alias, names]) => names.size > 1 || (alias in apps && !names.has(alias)),
      ),
    ).toEqual([]);
  });

  it("takes no document into two apps", () => {
    const documentIds = Object.values(apps).flatMap((entry) => entry.documents);
    expect(documentIds.filter((name, index) => documentIds.indexOf(name) !== index)).toEqual([]);
  });

  it("drops no document that an app takes", () => {
    const documentIds = Object.values(apps).flatMap((entry) => entry.documents);
    expect(documentIds.filter((name) => documents[name]?.drop !== undefined)).toEqual([]);
  });

  it("has a field for every name in braces", () => {
    const problems = Object.entries(apps).flatMap(([name, entry]) =>
      entry.methods.flatMap((each) => {
        const fieldNames = [...(entry.baseFields ?? []), ...each.fields].map((item) => item.name);
        return findPlaceholders([entry.base, each.oauth, each.scopes])
          .filter((placeholder) => !fieldNames.includes(placeholder))
          .map((placeholder) => `${name}: ${placeholder}`);
      }),
    );
    expect(problems).toEqual([]);
  });

  it("says of every method all that connecting takes", () => {
    const problems = Object.entries(apps).flatMap(([name, entry]) =>
      entry.methods
        .filter((each) => {
          const names = each.fields.map((item) => item.name);
          const secrets = each.fields.filter((item) => item.secret).map((item) => item.name);
          switch (each.type) {
            case "oauth2":
              return !each.oauth?.authorizationUrl || !each.scopes;
            case "oauth2_cc":
              return (
                !each.oauth ||
                each.oauth.authorizationUrl !== undefined ||
                !names.includes("client_id") ||
                !names.includes("client_secret")
              );
            case "basic":
              return names.join() !== "username,password";
            case "bearer":
              return !names.includes("token");
            case "sigv4":
              return !each.signingName || secrets.length === 0;
            case "api_key":
              return names.length === 0
                ? !entry.baseFields?.some((item) => item.secret)
                : secrets.some((item) => !each.placements?.[item]);
            case "mcp_oauth":
              return true;
            case "none":
              return each.fields.length > 0;
          }
        })
        .map((each) => `${name}: ${each.id}`),
    );
    expect(problems).toEqual([]);
  });

  it("says in words what every scope allows", () => {
    const problems = Object.entries(apps).flatMap(([name, entry]) =>
      entry.methods.flatMap((each) =>
        (each.scopes ?? [])
          .filter(
            ({ description }) =>
              !description?.trim() || description.length > 90 || description.endsWith("."),
          )
          .map((item) => `${name}.${each.id}: ${item.name}`),
      ),
    );
    expect(problems).toEqual([]);
  });

  it("names each method of an app once", () => {
    const problems = Object.entries(apps).filter(
      ([, entry]) => new Set(entry.methods.map((each) => each.id)).size < entry.methods.length,
    );
    expect(problems.map(([name]) => name)).toEqual([]);
  });

  it("gives providers a place to sign in wherever their own documents name none", () => {
    const implicit = [
      "googleapis.com",
      "azure.com",
      "netlify.com",
      "stackexchange.com",
      "evetech.net",
      "avaza.com",
    ];
    expect(implicit.filter((name) => !endpoints[name]?.authorizationUrl)).toEqual([]);
  });

  it("says where each OAuth address of a reviewed app was found", () => {
    const problems = Object.entries(apps)
      .filter(([, entry]) => entry.reviewed)
      .flatMap(([name, entry]) =>
        entry.methods
          .filter((each) => {
            const found = checked[`${name}.${each.id}`];
            return (
              each.oauth &&
              (!found?.tokenUrl.length ||
                (each.oauth.authorizationUrl !== undefined && !found.authorizationUrl?.length))
            );
          })
          .map((each) => `${name}.${each.id}`),
      );
    expect(problems).toEqual([]);
  });

  it("connects at least 120 of the 150 apps that people use most at work", () => {
    const connectable = popular.filter(({ slug: name }) =>
      [apps[name], servers[name], servers[`${name}_mcp`]].some((entry) => entry?.reviewed),
    );
    expect(popular).toHaveLength(150);
    expect(new Set(popular.map((entry) => entry.slug)).size).toBe(150);
    expect(connectable.length).toBeGreaterThanOrEqual(120);
  });
});

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly parameters?: readonly { name: string; in: string; required?: boolean }[];
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly license?: { identifier?: string } };
  readonly servers: readonly { url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const ownDocuments = readdirSync(new URL("documents/", folder)).sort();

describe("the overlay's own documents", () => {
  it("are those that the apps name", () => {
    const referenced = Object.values(apps)
      .flatMap((entry) => entry.documents)
      .filter((name) => name.startsWith("jackfield:"));
    expect(referenced.map((name) => `${name.slice("jackfield:".length)}.json`).sort()).toEqual(
      ownDocuments,
    );
  });

  it.each(ownDocuments)("%s is an OpenAPI 3.1 document of named, summarized operations", (name) => {
    const document = readJson(`documents/${name}`) as Document;
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.values(item).map((operation) => ({ path, operation })),
    );
    expect(document.openapi).toBe("3.1.0");
    expect(document.info.license?.identifier).toBe("MIT");
    expect(operations.length).toBeGreaterThan(0);
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(
      operations.length,
    );
    for (const { path, operation } of operations) {
      expect(operation.operationId).toMatch(/^[a-z]\w+$/u);
      expect(operation.summary?.length).toBeGreaterThan(5);
      const pathParameters = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === "path")
        .map((parameter) => parameter.name);
      expect(pathParameters.sort()).toEqual(findPlaceholders(path).sort());
    }
    for (const [, pointer] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/gu)) {
      const found = pointer
        ?.slice(2)
        .split("/")
        .reduce<unknown>(
          (node, key) =>
            (node as Record<string, unknown> | undefined)?.[
              key.replaceAll("~1", "/").replaceAll("~0", "~")
            ],
          document,
        );
      expect(pointer).toMatch(/^#\//u);
      expect(found, pointer).toBeDefined();
    }
  });
});
