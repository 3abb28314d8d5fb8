import { listAt, ownValue, textAt } from "../../kit/json/json-access.ts";
import { requireValue } from "../../kit/require-value.ts";
import type { AppRecord } from "../app.ts";
import { withArgumentSources } from "./arguments/argument-sources.ts";
import { withArgumentTexts } from "./arguments/argument-texts.ts";
import { withPagingTexts } from "./arguments/paging-texts.ts";
import { findCommonToken } from "./auth/common-token.ts";
import { type Requirement, readRequirements } from "./auth/security.ts";
import type { CompileOptions } from "./compile-options.ts";
import { readBaseUrl } from "./documents/base-url.ts";
import type { Operation } from "./documents/operations.ts";
import type { ParsedDocument } from "./documents/parsed-document.ts";
import { toPlainText } from "./documents/plain-text.ts";
import { baseName } from "./names/base-name.ts";
import type { NamedOperation } from "./names/distinct-names.ts";
import { humanize } from "./names/naming.ts";
import { titleFromPath } from "./names/path-title.ts";
import { toolNames } from "./names/tool-name.ts";
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
  const tools = readOperations(documents, record, options, notes);
  const titles = uniqueTitles(tools.map(({ draft }) => draft));
  const drafts = withArgumentSources(tools).map((draft) =>
    withArgumentTexts(withPagingTexts(draft), definitions),
  );
  return {
    tools: tools.map((tool, position) => ({
      ...tool,
      draft: {
        ...requireValue(drafts[position], "the draft of a tool"),
        title: requireValue(titles[position], "the title of a tool"),
      },
    })),
    definitionText: createDefinitionTexts(definitions),
  };
}

interface OperationTool {
  readonly draft: ToolDraft;
  readonly path: string;
  readonly operation: Operation["operation"];
  readonly phrases: readonly string[] | undefined;
  readonly from: string;
}

/** Converts each operation to a tool. The documents then need no further schemas. */
function readOperations(
  documents: readonly ParsedDocument[],
  record: AppRecord,
  options: CompileOptions,
  notes: CompileNotes,
): readonly OperationTool[] {
  const { slug, overlay, requestFormat, constantFor } = options;
  const operationIds = nameOperations(documents, options);
  const prefixes = [slug, ...(options.prefixes ?? [])];
  const names = toolNames(slug, operationIds, prefixes);
  const isHidden = createHiddenCheck(documents, record, options);
  const requiredMethodIds = createMethodReader(documents, record, options);
  const offeredScopes = record.methods.flatMap(({ scopes = [] }) => scopes);
  const tools: OperationTool[] = [];
  let index = 0;
  for (const parsed of documents) {
    const documentRequirements = readRequirements(parsed.document);
    for (const operation of parsed.operations) {
      const requirements = readRequirements(operation.operation) ?? documentRequirements;
      const toolOverlay = overlay?.tools?.[operation.where];
      tools.push({
        draft: createToolDraft(operation, {
          document: parsed.document,
          isSwagger2: parsed.isSwagger2,
          schemas: parsed.schemas,
          notes,
          name: requireValue(names[index], "the name of an operation"),
          readableName: readableName(
            requireValue(operationIds[index], "the ID of an operation"),
            prefixes,
          ),
          scopes: options.scopes ?? parsed.security.requiredScopes(requirements, offeredScopes),
          auth: requiredMethodIds(parsed, requirements),
          base: operationBase(operation, parsed, record.base, options),
          fixedArguments: overlay?.fixedArguments,
          defaultArguments: overlay?.defaultArguments,
          overlay: toolOverlay,
          isHidden,
          queryStyle: options.queryStyle,
          format: requestFormat?.({
            ...operation,
            base: parsed.base.base,
            source: parsed.source,
          }),
          constantFor:
            constantFor && ((location, name) => constantFor(location, name, parsed.document)),
        }),
        path: operation.path,
        operation: operation.operation,
        phrases: toolOverlay?.phrases,
        from: parsed.source.document,
      });
      index += 1;
    }
    parsed.schemas.finish();
  }
  return tools;
}

const nameOperations = (
  documents: readonly ParsedDocument[],
  { overlay }: CompileOptions,
): readonly NamedOperation[] =>
  documents.flatMap(({ operations }) =>
    operations.map(({ method, path, operation, where }) => {
      const chosenName = overlay?.tools?.[where]?.name;
      return {
        method,
        path,
        operationId: chosenName ?? textAt(operation, "operationId"),
        title: toTitle(
          toPlainText(textAt(operation, "summary") ?? textAt(operation, "description"), 80),
        ),
        isChosen: chosenName !== undefined,
      };
    }),
  );

const isOverlaid = ({ overlay }: CompileOptions): boolean => (overlay?.methods?.length ?? 0) > 0;

/** Returns whether callers can't pass a parameter, because each request has it anyway. */
function createHiddenCheck(
  documents: readonly ParsedDocument[],
  { methods, headers = {} }: AppRecord,
  options: CompileOptions,
): (location: string, name: string) => boolean {
  const credentialPlacements = new Set(
    methods.flatMap(({ placements }) =>
      Object.values(placements ?? {}).map(
        (location) => `${location.in} ${location.name.toLowerCase()}`,
      ),
    ),
  );
  const hasToken = methods.some(({ type }) => type === "oauth2" || type === "bearer");
  const sharedToken = isOverlaid(options) && hasToken ? findCommonToken(documents) : undefined;
  // Each request has the headers of the app, whatever a caller passes.
  const headerNames = new Set(Object.keys(headers).map((header) => header.toLowerCase()));
  return (location, name) =>
    name === sharedToken ||
    credentialPlacements.has(`${location} ${name.toLowerCase()}`) ||
    (location === "header" && headerNames.has(name.toLowerCase())) ||
    options.isHidden?.(location, name) === true;
}

/** Returns a function that reads which of an app's methods can authenticate an operation. */
function createMethodReader(
  documents: readonly ParsedDocument[],
  { methods }: AppRecord,
  options: CompileOptions,
) {
  const hasOverlay = isOverlaid(options);
  const allMethodIds = methods.filter(({ type }) => type !== "none").map(({ id }) => id);
  const needsSignIn = hasOverlay && methods.every(({ type }) => type !== "none");
  const withoutRequirements = needsSignIn ? documents.filter(isMostlyOpen) : [];
  return (
    parsed: ParsedDocument,
    requirements: readonly Requirement[] | undefined,
  ): readonly string[] => {
    const { security } = parsed;
    // A document that declares security schemes but no requirements needs authentication
    // everywhere.
    if (requirements === undefined || security.methods.length === 0) return allMethodIds;
    // The overlay says that the app needs a sign-in, but the document doesn't say where.
    if (withoutRequirements.includes(parsed)) return allMethodIds;
    if (hasOverlay)
      return requirements.some((requirement) => requirement.length > 0) ? allMethodIds : [];
    return security.methodIds(requirements).filter((id) => allMethodIds.includes(id));
  };
}

function createDefinitionTexts(definitions: Definitions): (name: string) => string | undefined {
  const cache = new Map<string, string>();
  return (name) => {
    const cached = cache.get(name);
    if (cached !== undefined || !definitions.has(name)) return cached;
    const text = JSON.stringify(withoutDescriptions(definitions.get(name)));
    cache.set(name, text);
    return text;
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
