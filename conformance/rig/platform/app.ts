import { createCard } from "../../../core/platform/domain/catalogue/card.ts";
import type { CompiledApp } from "../../../core/platform/domain/catalogue/compiled.ts";
import type { AppRecord, HttpBinding, ToolRecord } from "../../../core/ports/apps.ts";
import type { Schema } from "../../../generated/table.ts";

/** A tool as the rig's apps are written. */
export interface FixtureTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly method: HttpBinding["method"];
  readonly path: string;
  readonly input?: Schema;
  readonly scopes?: readonly string[];
  /** Where its arguments go; nowhere by default. */
  readonly binding?: Partial<HttpBinding>;
}

/** An app as the rig writes it: what it leaves out is the same for all. */
export type FixtureApp = Pick<
  AppRecord,
  "slug" | "name" | "description" | "categories" | "auth" | "methods"
> &
  Partial<AppRecord>;

const APP_SOURCE = {
  origin: "rig@1.0.0",
  document: "apps.json",
  licence: "MIT",
  version: "1.0.0",
  retrievedAt: "2026-11-01T00:00:00Z",
} as const;

/** An app of the rig as the compiler makes apps. */
export function createCompiledApp(
  app: FixtureApp,
  tools: readonly FixtureTool[],
  definitions: CompiledApp["definitions"] = new Map(),
): Omit<CompiledApp, "report"> {
  const record: AppRecord = {
    vendor: `${app.slug}.example`,
    kind: "http",
    verified: "reviewed",
    base: `https://api.${app.slug}.example`,
    baseFields: [],
    read: `${APP_SOURCE.origin} ${app.slug}.json`,
    source: APP_SOURCE,
    ...app,
    tools: tools.length,
  };
  const sorted = [...tools]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((tool) => toToolRecord(tool, record));
  return {
    record,
    definitions,
    from: 1,
    tools: sorted,
    cards: sorted.map((tool) => createCard(tool)),
    documents: sorted.map(({ name, title, description, input, binding }) => ({
      name,
      app: [record.name, ...(record.aliases ?? [])],
      categories: record.categories,
      title,
      description,
      parameters: Object.keys(input["properties"]),
      tags: [],
      method: binding!.method,
      path: binding!.path,
    })),
  };
}

function toToolRecord(
  {
    name,
    title,
    description,
    method,
    path,
    input = { type: "object", properties: {}, additionalProperties: false },
    scopes = [],
    binding = {},
  }: FixtureTool,
  { slug, methods }: AppRecord,
): ToolRecord {
  return {
    name: `${slug}.${name}`,
    title,
    description,
    input,
    annotations: {
      readOnly: method === "GET",
      destructive: method === "DELETE",
      idempotent: method !== "POST",
      openWorld: true,
    },
    scopes,
    auth: methods.filter(({ type }) => type !== "none").map(({ id }) => id),
    binding: { method, path, slots: [], ...binding },
    version: "5f1d7a84",
  };
}
