/**
 * Writes the JSON Schemas of the files in `apps/` and `shared/`, and the index of the apps'
 * composers and webhooks. Usage: generate.ts OUTPUT. `npm run generate` runs it.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import * as z from "zod";
import { requireValue } from "../../../core/lib/kit/require-value.ts";
import { documentedApp, namedApp, serverApp } from "./app-json.ts";
import { FACTS_FOLDER } from "./facts-folder.ts";
import type { SchemaName } from "./json-file.ts";
import { SHARED_SCHEMAS } from "./read-facts.ts";
import { TOOLS_JSON } from "./tools-json.ts";
import { WEBHOOK_SCHEMES_JSON } from "./webhook-schemes.ts";
import { SHARED_WEBHOOKS_JSON, WEBHOOKS_JSON } from "./webhooks-json.ts";

const SCHEMAS: Readonly<Record<SchemaName, z.ZodType>> = {
  ...SHARED_SCHEMAS,
  app: z.union([documentedApp, serverApp, namedApp]),
  tools: TOOLS_JSON,
  webhooks: WEBHOOKS_JSON,
  "shared-webhooks": SHARED_WEBHOOKS_JSON,
  "webhook-schemes": WEBHOOK_SCHEMES_JSON,
};

const TITLES: Readonly<Record<SchemaName, string>> = {
  app: "app.json: what the documents of an app lack",
  tools: "tools.json: texts, parameters and bodies of an app's tools, by method and path",
  webhooks: "webhooks.json: the events that connections of an app can subscribe to",
  "oauth-endpoints": "Endpoints of authorization servers, by registrable domain",
  "omitted-documents": "Why the catalog omits documents, as a sentence by document",
  "confirmed-endpoints": "The sources that confirm OAuth endpoints, by registrable domain",
  "shared-webhooks": "Apps that send the events of all connections to one address, by slug",
  "webhook-schemes": "How senders sign their webhooks, by name",
};

interface SchemaObject {
  readonly anyOf?: readonly SchemaObject[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly propertyNames?: unknown;
}

/** Formats the JSON Schema of a file. `$schema` names the schema, so each object allows it. */
function formatSchema(name: SchemaName): string {
  const { $schema, ...schema } = z.toJSONSchema(SCHEMAS[name], {
    io: "input",
    unrepresentable: "any",
  }) as SchemaObject & { $schema: string };
  const withReference = (each: SchemaObject): SchemaObject => {
    if (each.anyOf) return { ...each, anyOf: each.anyOf.map(withReference) };
    const { propertyNames, ...rest } = each;
    return {
      ...rest,
      properties: { $schema: { type: "string" }, ...each.properties },
      ...(propertyNames !== undefined && {
        propertyNames: { anyOf: [{ const: "$schema" }, propertyNames] },
      }),
    };
  };
  const file = { $schema, title: TITLES[name], ...withReference(schema) };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** Formats a module that names the apps with code or webhooks. The code is loaded when first used. */
function formatIndex(): string {
  const apps = join(FACTS_FOLDER, "apps");
  const findWith = (name: string) =>
    readdirSync(apps)
      .filter((slug) => existsSync(join(apps, slug, name)))
      .sort();
  return [
    "// Written by `npm run generate`. Do not edit.",
    'import type { Composers } from "../../core/lib/openapi-tools/body/index.ts";',
    "",
    "export const APP_COMPOSERS: Readonly<Record<string, () => Promise<{ COMPOSERS: Composers }>>> = {",
    ...findWith("compose.ts").map(
      (slug) => `  ${slug}: () => import("./apps/${slug}/compose.ts"),`,
    ),
    "};",
    "",
    "/** The apps whose folder has `webhooks.json`. */",
    "export const WEBHOOK_APPS: readonly string[] = [",
    ...findWith("webhooks.json").map((slug) => `  "${slug}",`),
    "];",
    "",
  ].join("\n");
}

const output = requireValue(process.argv[2], "the folder to write to");
mkdirSync(join(output, "schemas"));
for (const name of Object.keys(SCHEMAS) as SchemaName[])
  writeFileSync(join(output, "schemas", `${name}.json`), formatSchema(name));
writeFileSync(join(output, "app-index.ts"), formatIndex());
