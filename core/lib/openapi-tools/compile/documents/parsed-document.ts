import { isObject, listAt, ownValue, textAt } from "../../../kit/json/json-access.ts";
import {
  type Requirement,
  readRequirements,
  readSecurity,
  type Security,
} from "../auth/security.ts";
import type { CompileOptions, SourceDocument } from "../compile-options.ts";
import { snake } from "../names/naming.ts";
import type { RejectedApp } from "../results/compiled-app.ts";
import type { CompileNotes } from "../results/report.ts";
import { createSchemaReader, type Definitions, type SchemaReader } from "../schemas/schema.ts";
import { type BaseUrl, readBaseUrl, selfHostedBaseUrl } from "./base-url.ts";
import { type Operation, readOperations } from "./operations.ts";
import { swaggerServers } from "./swagger.ts";

/** One of an app's documents, parsed. */
export interface ParsedDocument extends SourceDocument {
  readonly isSwagger2: boolean;
  readonly operations: readonly Operation[];
  readonly base: BaseUrl;
  readonly security: Security;
  readonly schemas: SchemaReader;
}

/** Why a document can't become an app. */
export type Rejection = Pick<RejectedApp, "refused" | "why">;

export const NO_OPERATIONS = "The document has no usable operations.";

/**
 * Parses a document, or explains why it can't become an app. Skips operations whose key is in
 * `seen`, and adds the keys of the others.
 */
export function parseDocument(
  given: SourceDocument,
  options: CompileOptions,
  definitions: Definitions,
  notes: CompileNotes,
  seen: Set<string>,
): ParsedDocument | Rejection {
  const document = options.prepare?.(given.document, given.source) ?? given.document;
  const source = { ...given, document };
  const isSwagger2 = String(ownValue(document, "swagger") ?? "").startsWith("2");
  if (
    !isObject(document) ||
    (!isSwagger2 && !/^3\./.test(String(ownValue(document, "openapi") ?? "")))
  ) {
    return {
      refused: "not_openapi",
      why: "The document is neither OpenAPI 3 (`openapi: 3.x`) nor Swagger 2 (`swagger: 2.0`).",
    };
  }
  const operations = readOperations(document, notes, (method, path, operation) => {
    const keys = operationKeys(method, path, textAt(operation, "operationId") ?? "");
    if (
      keys.some((key) => seen.has(key)) ||
      options.accepts?.(method, path, source.source) === false
    )
      return false;
    const retired = options.overlay?.tools?.[`${method} ${path}`]?.retired;
    if (retired !== undefined) {
      notes.omit(`${method} ${path}`, retired);
      return false;
    }
    for (const key of keys) seen.add(key);
    return true;
  });
  if (operations.length === 0) return { refused: "no_tools", why: NO_OPERATIONS };
  const servers = isSwagger2 ? swaggerServers(document) : listAt(document, "servers");
  const base = resolveBaseUrl(servers, source.url, options);
  if ("error" in base) return { refused: "no_server", why: base.error };
  const requirements = collectRequirements(document, operations);
  const security = readSecurity(document, requirements, notes, options.tokenEndpoint);
  return {
    ...source,
    isSwagger2,
    operations,
    base,
    security,
    schemas: createSchemaReader(document, definitions, notes),
  };
}

/**
 * The keys of an operation. Operations are the same if they share one: their paths are equal, or
 * they have the same ID and their paths differ only in case, hyphens and slashes.
 */
function operationKeys(method: string, path: string, operationId: string): string[] {
  const key = `${method} ${path.replace(/\{[^}]*\}/g, "{}")}`;
  if (/[?#]/.test(path)) return [key];
  const words = key
    .split("/")
    .map((step) => step.toLowerCase().replace(/[-_]/g, ""))
    .filter(Boolean);
  return [key, `${words.join("/")} ${snake(operationId).replace(/_?\d+$/, "")}`];
}

function resolveBaseUrl(
  servers: readonly unknown[],
  documentUrl: string | undefined,
  { overlay, isSelfHosted, isOwn }: CompileOptions,
): BaseUrl | { readonly error: string } {
  if (overlay?.base !== undefined)
    return { base: overlay.base, baseFields: overlay.baseFields ?? [] };
  if (isSelfHosted) return selfHostedBaseUrl(servers);
  return readBaseUrl(servers, documentUrl, { isOwn });
}

/** The distinct security requirements of a document and its operations, at most 50. */
export function collectRequirements(
  document: unknown,
  operations: readonly Operation[],
): Requirement[] {
  const requirements = new Map<string, Requirement>();
  for (const requirement of [
    ...(readRequirements(document) ?? []),
    ...operations.flatMap(({ operation }) => readRequirements(operation) ?? []),
  ]) {
    const key = requirement.map(([scheme]) => scheme).join(" ");
    if (key && !requirements.has(key) && requirements.size < 50) requirements.set(key, requirement);
  }
  return [...requirements.values()];
}
