import { type Base, baseOf, enteredBase } from "./base.ts";
import type { Refused } from "./compiled.ts";
import { isObject, listAt, own } from "./document.ts";
import { type Operation, operationsOf } from "./operations.ts";
import type { OpenDocument, ReadOptions } from "./read-options.ts";
import type { Notes } from "./report.ts";
import { type Definitions, type SchemaReader, schemaReader } from "./schema.ts";
import { type Requirement, requirementsOf, type Security, securityOf } from "./security.ts";
import { swaggerServers } from "./swagger.ts";

/** What is read of one of an app's documents. */
export interface Part extends OpenDocument {
  readonly isSwagger2: boolean;
  readonly operations: readonly Operation[];
  readonly base: Base;
  readonly security: Security;
  readonly schemas: SchemaReader;
}

/** Reads what decides whether a document is an app's; `seen` has the operations that documents before it had. */
export function partOf(
  of: OpenDocument,
  options: ReadOptions,
  definitions: Definitions,
  notes: Notes,
  seen: Set<string>,
): Part | { wrong: [Refused["refused"], string] } {
  const { document } = of;
  const isSwagger2 = String(own(document, "swagger") ?? "").startsWith("2");
  if (
    !isObject(document) ||
    (!isSwagger2 && !/^3\./.test(String(own(document, "openapi") ?? "")))
  ) {
    return {
      wrong: [
        "not_openapi",
        "It is neither OpenAPI 3 nor Swagger 2: it says neither `openapi: 3.…` nor `swagger: 2.0`.",
      ],
    };
  }
  const operations = operationsOf(document, notes, (method, path) => {
    const key = `${method} ${path.replace(/\{[^}]*\}/g, "{}")}`;
    if (seen.has(key) || options.takes?.(method, path, of.source) === false) return false;
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
        ? enteredBase(servers)
        : baseOf(servers, of.url, { isOwn: options.isOwn });
  if ("wrong" in base) return { wrong: ["no_server", base.wrong] };
  const used = usedRequirements(document, operations);
  const security = securityOf(document, used, notes, options.tokenEndpoint);
  return {
    ...of,
    isSwagger2,
    operations,
    base,
    security,
    schemas: schemaReader(document, definitions, notes),
  };
}

/** The requirements that a document's operations have, each once. */
export function usedRequirements(
  document: unknown,
  operations: readonly Operation[],
): Requirement[] {
  const found = new Map<string, Requirement>();
  for (const requirement of [
    ...(requirementsOf(document) ?? []),
    ...operations.flatMap(({ operation }) => requirementsOf(operation) ?? []),
  ]) {
    const key = requirement.map(([scheme]) => scheme).join(" ");
    if (key && !found.has(key) && found.size < 50) found.set(key, requirement);
  }
  return [...found.values()];
}
