import { readFileSync } from "node:fs";
import type { ToolDocument } from "../../../core/lib/tool-search/index/document.ts";

/** Queries with their relevant tools. */
export interface QuerySet {
  readonly name: string;
  /** Empty if the queries are for the tools of the catalog. */
  readonly tools: readonly IdentifiedTool[];
  /** `relevant` holds the IDs of the tools that the query should find. */
  readonly queries: readonly { readonly query: string; readonly relevant: readonly string[] }[];
}

export interface IdentifiedTool {
  readonly id: string;
  readonly document: ToolDocument;
}

/** The development sets that contain their own tools. */
export const DEVELOPMENT_SETS = [
  "restbench",
  "toolalpaca",
  "stabletoolbench",
  "sealtools",
  "bfcl",
  "metatool",
] as const;

/** The development sets that are also searched within the whole catalog. */
export const LARGE_SCALE_SETS = ["restbench", "toolalpaca", "stabletoolbench"] as const;

/**
 * Adds the tools of the sets to those of the catalog. Omits the catalog's copies of them, which
 * serve the same requests but aren't among the relevant tools.
 */
export function mergeTools(
  catalog: readonly IdentifiedTool[],
  sets: readonly QuerySet[],
): IdentifiedTool[] {
  const added = sets.flatMap((set) => set.tools);
  const operations = new Set(added.flatMap(operationKeys));
  return [
    ...catalog.filter((tool) => !operationKeys(tool).some((key) => operations.has(key))),
    ...added,
  ];
}

/** The operation of a tool, with each name of its app. Empty without a path. */
const operationKeys = ({ document: { app, method, path } }: IdentifiedTool): string[] =>
  path ? app.map((name) => `${name.toLowerCase()} ${method} ${path}`) : [];

interface ToolJson {
  readonly id: string;
  readonly name: string;
  readonly app?: string;
  readonly category?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly { readonly name: string }[];
  readonly method?: string;
  readonly path?: string;
  readonly tags?: readonly string[];
}

/** Reads a query set, and sorts its tools by app. */
export function readQuerySet(file: string): QuerySet {
  const {
    name,
    tools = [],
    queries,
  } = JSON.parse(readFileSync(file, "utf8")) as {
    name: string;
    tools?: ToolJson[];
    queries: { query: string; gold: string[] }[];
  };
  const identified = tools.map((tool) => ({ id: tool.id, document: toToolDocument(tool) }));
  return {
    name,
    tools: identified.sort((a, b) => compare(appSlug(a), appSlug(b))),
    queries: queries.map(({ query, gold }) => ({ query, relevant: gold })),
  };
}

function toToolDocument({
  name,
  app = "",
  category,
  summary,
  description,
  parameters,
  method,
  path,
  tags,
}: ToolJson): ToolDocument {
  return {
    name: `${toIdentifier(app).toLowerCase()}.${toIdentifier(name)}`,
    app: app ? [app] : [],
    categories: category ? [category] : [],
    title: summary ?? "",
    description: description ?? "",
    parameters: (parameters ?? []).map((each) => each.name),
    tags: tags ?? [],
    method,
    path,
  };
}

const toIdentifier = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, "_");
const appSlug = ({ document }: IdentifiedTool): string =>
  document.name.slice(0, document.name.indexOf("."));

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
