import { type BaseUrl, readBaseUrl, selfHostedBaseUrl } from "./base-url.ts";
import type { CompileOptions, SourceDocument } from "./compile-options.ts";
import type { RejectedApp } from "./compiled-app.ts";
import { isObject, listAt, ownValue } from "./json-access.ts";
import { type Operation, readOperations } from "./operations.ts";
import type { CompileNotes } from "./report.ts";
import { createSchemaReader, type Definitions, type SchemaReader } from "./schema.ts";
import { type Requirement, readRequirements, readSecurity, type Security } from "./security.ts";
import { swaggerServers } from "./swagger.ts";

/** What is read of one of an app's documents. */
export interface ParsedDocument extends SourceDocument {
  readonly isSwagger2: boolean;
  readonly operations: readonly Operation[];
  readonly base: BaseUrl;
  readonly security: Security;
  readonly schemas: SchemaReader;
}

/** Reads what decides whether a document is an app's; `seen` has the operations that documents before it had. */
export function parseDocument(
  source: SourceDocument,
  options: CompileOptions,
  definitions: Definitions,
  notes: CompileNotes,
  seen: Set<string>,
): ParsedDocument | { wrong: [RejectedApp["refused"], string] } {
  const { document } = source;
  const isSwagger2 = String(ownValue(document, "swagger") ?? "").startsWith("2");
  if (
    !isObject(document) ||
    (!isSwagger2 && !/^3\./.test(String(ownValue(document, "openapi") ?? "")))
  ) {
    return {
      wrong: [
        "not_openapi",
        "It is neither OpenAPI 3 nor Swagger 2: it says neither `openapi: 3.…` nor `swagger: 2.0`.",
      ],
    };
  }
  const operations = readOperations(document, notes, (method, path) => {
    const key = `${method} ${path.replace(/\{[^}]*\}/g, "{}")}`;
    if (seen.has(key) || options.accepts?.(method, path, source.source) === false) return false;
    seen.add(key);
    return true;
  });
  if (operations.length === 0)
    return { wrong: ["no_tools", "It has no operation that could be a tool."] };
  const servers = isSwagger2 ? swaggerServers(document) : listAt(document, "servers");
  const { overlay } = options;
  const base =
    overlay?.base !== undefined
      ? { base: overlay.base, baseFields: overlay.baseFields ?? [] }
      : options.isSelfHosted
        ? selfHostedBaseUrl(servers)
        : readBaseUrl(servers, source.url, { isOwn: options.isOwn });
  if ("wrong" in base) return { wrong: ["no_server", base.wrong] };
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

/** The requirements that a document's operations have, each once. */
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
