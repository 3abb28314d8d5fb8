import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { TOOLS_FILE } from "./overlay-tools.ts";

const folder = new URL("overlay/", import.meta.url);
const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), "utf8"));

const slug = z.string().regex(/^[a-z][a-z0-9_]{0,27}$/u);
const url = z
  .string()
  .startsWith("https://")
  .refine((value) => URL.canParse(value.replaceAll(/[{}]/gu, "")), "is not a URL");
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
  context: z
    .array(
      z.looseObject({
        label: z.string().regex(/^[A-Z][A-Za-z]+( [a-z]+| ID| URN| URI)*$/u),
        from: z.string(),
        values: z.record(z.string(), z.unknown()),
      }),
    )
    .min(1)
    .optional(),
  fixedArguments: stringRecord.optional(),
  defaultArguments: z.record(z.string(), z.unknown()).optional(),
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
  test: z
    .strictObject({
      tool: z.string().regex(/^[a-z][a-z0-9_]*$/u),
      arguments: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      rejects: z.array(z.number()).min(1).optional(),
    })
    .nullable()
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
const popular = z
  .array(z.strictObject({ slug, name: z.string(), leading: z.literal(true).optional() }))
  .parse(readJson("popular.json"));
const endpoints = z.record(z.string(), server).parse(readJson("oauth-endpoints.json"));
const documents = z
  .record(
    z.string(),
    z.strictObject({
      slug: slug.optional(),
      name: z.string().optional(),
      drop: z.string().optional(),
    }),
  )
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

/** Finds the names of all `{name}` placeholders in a value. */
const findPlaceholders = (value: unknown): string[] =>
  [...JSON.stringify(value ?? "").matchAll(/\{(\w+)\}/gu)].map((found) => found[1] ?? "");

/** Whether a method has every field and endpoint that its type requires. */
function isComplete(each: z.infer<typeof method>, entry: z.infer<typeof app>): boolean {
  const names = each.fields.map((item) => item.name);
  const secrets = each.fields.filter((item) => item.secret).map((item) => item.name);
  switch (each.type) {
    case "oauth2":
      return each.oauth?.authorizationUrl !== undefined && each.scopes !== undefined;
    case "oauth2_cc":
      return (
        each.oauth !== undefined &&
        each.oauth.authorizationUrl === undefined &&
        names.includes("client_id") &&
        names.includes("client_secret")
      );
    case "basic":
      return names.join() === "username,password";
    case "bearer":
      return names.includes("token");
    case "sigv4":
      return each.signingName !== undefined && secrets.length > 0;
    case "api_key":
      return names.length === 0
        ? (entry.baseFields ?? []).some((item) => item.secret)
        : secrets.every((item) => each.placements?.[item]);
    case "mcp_oauth":
      return false;
    case "none":
      return each.fields.length === 0;
  }
}

describe("the catalog overlay", () => {
  it("gives every app a unique slug", () => {
    expect(Object.keys(apps).filter((name) => name in servers)).toEqual([]);
  });

  it("checks each beginning of a value that it states", () => {
    const stated = Object.entries(apps).flatMap(([name, { methods, baseFields }]) =>
      [...(baseFields ?? []), ...(methods ?? []).flatMap(({ fields }) => fields)]
        .filter(({ help }) => /^Begins with /.test(help ?? ""))
        .map(({ help, pattern: text }) => ({ name, help, text })),
    );
    expect(stated.length).toBeGreaterThan(5);
    for (const { name, help, text } of stated) {
      const accepts = (value: string) => new RegExp(`^(?:${text})$`, "u").test(value);
      const starts = help!.replace("Begins with ", "").replace(/\.$/, "").split(" or ");
      expect([
        name,
        text,
        ...starts.map((start) => accepts(`${start}${start.endsWith("n") ? "." : ""}a1`)),
      ]).toEqual([name, expect.any(String), ...starts.map(() => true)]);
      expect([name, accepts("hello")]).toEqual([name, false]);
    }
  });

  it("uses only listed categories", () => {
    expect(
      entries.flatMap(([, entry]) => entry.categories).filter((name) => !categories.includes(name)),
    ).toEqual([]);
  });

  it("gives no alias to two apps, except the product that their names begin with", () => {
    const isProduct = (alias: string, slugs: Set<string>) =>
      [...slugs].every((each) => each.startsWith(`${alias}_`));
    const owners = new Map<string, Set<string>>();
    for (const [name, entry] of entries)
      for (const alias of entry.aliases)
        owners.set(alias, (owners.get(alias) ?? new Set()).add(name));
    expect(
      [...owners].filter(
        ([alias, names]) =>
          (names.size > 1 && !isProduct(alias, names)) || (alias in apps && !names.has(alias)),
      ),
    ).toEqual([]);
  });

  it("assigns no document to two apps", () => {
    const documentIds = Object.values(apps).flatMap((entry) => entry.documents);
    expect(documentIds.filter((name, index) => documentIds.indexOf(name) !== index)).toEqual([]);
  });

  it("drops no document that an app uses", () => {
    const documentIds = Object.values(apps).flatMap((entry) => entry.documents);
    expect(documentIds.filter((name) => documents[name]?.drop !== undefined)).toEqual([]);
  });

  it("has a field for every placeholder", () => {
    const problems = Object.entries(apps).flatMap(([name, entry]) =>
      entry.methods.flatMap((each) => {
        const fieldNames = [...(entry.baseFields ?? []), ...each.fields].map((item) => item.name);
        return findPlaceholders([each.oauth, each.scopes])
          .filter((placeholder) => !fieldNames.includes(placeholder))
          .map((placeholder) => `${name}: ${placeholder}`);
      }),
    );
    expect(problems).toEqual([]);
  });

  it("requests the context only from hosts of the app", () => {
    const domain = (host: string) => host.split(".").slice(-2).join(".");
    const problems = Object.entries(apps).flatMap(
      ([name, { context = [], base, vendor, methods }]) => {
        const texts = [
          base,
          ...methods.flatMap(({ oauth }) => [oauth?.authorizationUrl, oauth?.tokenUrl]),
        ];
        const domains = texts
          .flatMap((text) =>
            text === undefined ? [] : [domain(new URL(text.replaceAll(/[{}]/gu, "")).host)],
          )
          .concat(vendor);
        return context
          .filter(
            ({ from }) =>
              from.startsWith("https:") && !domains.includes(domain(new URL(from).host)),
          )
          .map(({ from }) => `${name}: ${from}`);
      },
    );
    expect(problems).toEqual([]);
  });

  it("has no phrase for two tools of an app, and tools only for its apps", () => {
    const toolFiles = readdirSync(new URL("tools/", folder));
    expect(toolFiles.filter((file) => !(file.replace(/\.json$/, "") in apps))).toEqual([]);
    const repeated = toolFiles.flatMap((file) => {
      const tools = TOOLS_FILE.parse(readJson(`tools/${file}`));
      const phrases = Object.values(tools).flatMap((tool) => tool.phrases ?? []);
      return phrases.filter((phrase, index) => phrases.indexOf(phrase) !== index);
    });
    expect(repeated).toEqual([]);
  });

  it("has everything that each method requires", () => {
    const problems = Object.entries(apps).flatMap(([name, entry]) =>
      entry.methods.filter((each) => !isComplete(each, entry)).map((each) => `${name}: ${each.id}`),
    );
    expect(problems).toEqual([]);
  });

  it("describes every scope", () => {
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

  it("gives the methods of an app unique IDs", () => {
    const problems = Object.entries(apps).filter(
      ([, entry]) => new Set(entry.methods.map((each) => each.id)).size < entry.methods.length,
    );
    expect(problems.map(([name]) => name)).toEqual([]);
  });

  it("has authorization URLs for providers whose documents name none", () => {
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

  it("has a source for each OAuth endpoint of a reviewed app", () => {
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

  it("connects at least 120 of the 150 most popular apps", () => {
    const connectable = popular.filter(({ slug: name }) =>
      [apps[name], servers[name], servers[`${name}_mcp`]].some((entry) => entry?.reviewed),
    );
    expect(popular).toHaveLength(150);
    expect(new Set(popular.map((entry) => entry.slug)).size).toBe(150);
    expect(connectable.length).toBeGreaterThanOrEqual(120);
  });
});
