import { listAt, ownValue, textAt } from "../../kit/json/json-access.ts";
import { dereference } from "../../kit/json/json-pointer.ts";
import type { AppRecord } from "../app.ts";
import { withArgumentSources } from "./arguments/argument-sources.ts";
import { withPagingTexts } from "./arguments/paging-texts.ts";
import { type Requirement, readRequirements } from "./auth/security.ts";
import type { CompileOptions } from "./compile-options.ts";
import { readBaseUrl } from "./documents/base-url.ts";
import type { Operation } from "./documents/operations.ts";
import type { ParsedDocument } from "./documents/parsed-document.ts";
import { toPlainText } from "./documents/plain-text.ts";
import type { NamedOperation } from "./names/distinct-names.ts";
import { humanize } from "./names/naming.ts";
import { titleFromPath } from "./names/path-title.ts";
import { baseName, toolNames } from "./names/tool-name.ts";
import { toTitle } from "./names/tool-title.ts";
import { uniqueTitles } from "./names/unique-titles.ts";
import type { CompileNotes } from "./results/report.ts";
import type { Definitions } from "./schemas/schema.ts";
import { createToolDraft, type ToolDraft, withoutDescriptions } from "./tool.ts";

/**
 * Builds the tools of an app, in document order. `definitionText` returns a shared schema as JSON
 * text without descriptions, or `undefined` if there is no schema with that name.
 */
export function readTools(
  documents: readonly ParsedDocument[],
  record: AppRecord,
  options: CompileOptions,
  definitions: Definitions,
  notes: CompileNotes,
) {
  const { slug } = options;
  const toolOverlays = options.overlay?.tools ?? {};
  const operationIds = documents.flatMap(({ operations }) =>
    operations.map(({ method, path, operation, where }) => ({
      method,
      path,
      operationId: toolOverlays[where]?.name ?? textAt(operation, "operationId"),
      title: toTitle(
        toPlainText(textAt(operation, "summary") ?? textAt(operation, "description"), 80),
      ),
      isChosen: toolOverlays[where]?.name !== undefined,
    })),
  );
  const prefixes = [slug, ...(options.prefixes ?? [])];
  const names = toolNames(slug, operationIds, prefixes);
  const isOverlaid = (options.overlay?.methods?.length ?? 0) > 0;
  const credentialPlacements = new Set(
    record.methods.flatMap(({ placements }) =>
      Object.values(placements ?? {}).map(
        (location) => `${location.in} ${location.name.toLowerCase()}`,
      ),
    ),
  );
  const sharedToken =
    isOverlaid && record.methods.some(({ type }) => type === "oauth2" || type === "bearer")
      ? findCommonToken(documents)
      : undefined;
  // Each request has the headers of the app, whatever a caller passes.
  const headers = new Set(Object.keys(record.headers ?? {}).map((header) => header.toLowerCase()));
  const isHidden = (location: string, name: string) =>
    name === sharedToken ||
    credentialPlacements.has(`${location} ${name.toLowerCase()}`) ||
    (location === "header" && headers.has(name.toLowerCase())) ||
    options.isHidden?.(location, name) === true;
  const allMethodIds = record.methods.filter(({ type }) => type !== "none").map(({ id }) => id);
  const offeredScopes = record.methods.flatMap(({ scopes = [] }) => scopes);
  const needsSignIn = isOverlaid && record.methods.every(({ type }) => type !== "none");
  const withoutRequirements = needsSignIn ? documents.filter(isMostlyOpen) : [];
  const requiredMethodIds = (
    parsed: ParsedDocument,
    requirements: readonly Requirement[] | undefined,
  ): readonly string[] => {
    const { security } = parsed;
    // A document that declares security schemes but no requirements needs authentication
    // everywhere.
    if (requirements === undefined || security.methods.length === 0) return allMethodIds;
    // The overlay says that the app needs a sign-in, but the document doesn't say where.
    if (withoutRequirements.includes(parsed)) return allMethodIds;
    if (isOverlaid)
      return requirements.some((requirement) => requirement.length > 0) ? allMethodIds : [];
    return security.methodIds(requirements).filter((id) => allMethodIds.includes(id));
  };
  const tools: {
    draft: ToolDraft;
    path: string;
    operation: Operation["operation"];
    phrases: readonly string[] | undefined;
    from: string;
  }[] = [];
  let index = 0;
  for (const parsed of documents) {
    const documentRequirements = readRequirements(parsed.document);
    for (const operation of parsed.operations) {
      const requirements = readRequirements(operation.operation) ?? documentRequirements;
      const base = operationBase(operation, parsed, record.base, options);
      tools.push({
        draft: createToolDraft(operation, {
          document: parsed.document,
          isSwagger2: parsed.isSwagger2,
          schemas: parsed.schemas,
          notes,
          name: names[index]!,
          readableName: readableName(operationIds[index]!, prefixes),
          scopes: options.scopes ?? parsed.security.requiredScopes(requirements, offeredScopes),
          auth: requiredMethodIds(parsed, requirements),
          base,
          fixedArguments: options.overlay?.fixedArguments,
          defaultArguments: options.overlay?.defaultArguments,
          overlay: toolOverlays[operation.where],
          isHidden,
          queryStyle: options.queryStyle,
          format: options.requestFormat?.(operation.operation, operation.path, parsed.source),
          constantFor:
            options.constantFor &&
            ((location, name) => options.constantFor!(location, name, parsed.document)),
        }),
        path: operation.path,
        operation: operation.operation,
        phrases: toolOverlays[operation.where]?.phrases,
        from: parsed.source.document,
      });
      index += 1;
    }
    parsed.schemas.finish();
  }
  const cache = new Map<string, string>();
  const definitionText = (name: string) => {
    const cached = cache.get(name);
    if (cached !== undefined || !definitions.has(name)) return cached;
    const text = JSON.stringify(withoutDescriptions(definitions.get(name)));
    cache.set(name, text);
    return text;
  };
  const titles = uniqueTitles(tools.map(({ draft }) => draft));
  const drafts = withArgumentSources(tools).map(withPagingTexts);
  return {
    tools: tools.map((tool, position) => ({
      ...tool,
      draft: { ...drafts[position]!, title: titles[position]! },
    })),
    definitionText,
  };
}

/** Whether more than half of a document's operations declare that they need no authentication. */
function isMostlyOpen({ document, operations }: ParsedDocument): boolean {
  const documentRequirements = readRequirements(document);
  const open = operations.filter(({ operation }) => {
    const requirements = readRequirements(operation) ?? documentRequirements;
    return requirements !== undefined && !requirements.some(({ length }) => length > 0);
  });
  return open.length > operations.length / 2;
}

/**
 * The name of a token parameter, such as `token`, that at least 60% of the operations
 * declare as a header or query parameter. Callers don't pass it, because the connection's own token
 * authenticates the request.
 */
function findCommonToken(documents: readonly ParsedDocument[]): string | undefined {
  const operations = documents.flatMap(({ document, operations }) =>
    operations.map(({ item, operation }) =>
      [...listAt(item, "parameters"), ...listAt(operation, "parameters")].map((listed) =>
        dereference(document, listed),
      ),
    ),
  );
  return ["token", "access_token"].find(
    (tokenName) =>
      operations.filter((all) =>
        all.some(
          (parameter) =>
            textAt(parameter, "name") === tokenName &&
            /^(?:header|query)$/.test(textAt(parameter, "in") ?? ""),
        ),
      ).length >=
      operations.length * 0.6,
  );
}

/** The base URL of an operation, if it differs from the app's. */
function operationBase(
  { operation, item }: Operation,
  parsed: ParsedDocument,
  base: string,
  options: CompileOptions,
): string | undefined {
  if (options.overlay?.base !== undefined || options.isSelfHosted) return undefined;
  const servers = Array.isArray(ownValue(operation, "servers"))
    ? listAt(operation, "servers")
    : listAt(item, "servers");
  const declared =
    servers.length > 0 ? readBaseUrl(servers, parsed.url, { isOwn: options.isOwn }) : parsed.base;
  const chosen =
    "error" in declared ||
    declared.baseFields.some(
      ({ name }) => !parsed.base.baseFields.some((field) => field.name === name),
    )
      ? parsed.base
      : declared;
  return chosen.base === base ? undefined : chosen.base;
}

/** A tool's title if its operation has no texts. */
function readableName(operation: NamedOperation, prefixes: readonly string[]): string {
  const name = baseName(operation, prefixes);
  return titleFromPath(operation.method, operation.path, name) ?? humanize(name);
}
