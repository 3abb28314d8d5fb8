import type { AppRecord } from "../../../ports/apps.ts";
import { readBaseUrl } from "./base-url.ts";
import type { CompileOptions } from "./compile-options.ts";
import { listAt, ownValue, resolveReference, textAt } from "./json-access.ts";
import { humanize } from "./naming.ts";
import type { Operation } from "./operations.ts";
import type { ParsedDocument } from "./parsed-document.ts";
import type { CompileNotes } from "./report.ts";
import type { Definitions } from "./schema.ts";
import { readRequirements } from "./security.ts";
import { createToolDraft, type ToolDraft, withoutDescriptions } from "./tool.ts";
import { baseName, toolNames } from "./tool-name.ts";

/** The tools of an app, in its documents' order, and the texts of the schemas that they share, without words. */
export function readTools(
  documents: readonly ParsedDocument[],
  record: AppRecord,
  options: CompileOptions,
  definitions: Definitions,
  notes: CompileNotes,
) {
  const { slug } = options;
  const operationIds = documents.flatMap(({ operations }) =>
    operations.map(({ method, path, operation }) => ({
      method,
      path,
      operationId: textAt(operation, "operationId"),
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
  const isHidden = (location: string, name: string) =>
    name === sharedToken ||
    credentialPlacements.has(`${location} ${name.toLowerCase()}`) ||
    options.isHidden?.(location, name) === true;
  const ids = record.methods.filter(({ type }) => type !== "none").map(({ id }) => id);
  const tools: {
    draft: ToolDraft;
    path: string;
    operation: Operation["operation"];
    from: string;
  }[] = [];
  let index = 0;
  for (const parsed of documents) {
    const documentRequirements = readRequirements(parsed.document);
    const hasSchemes = parsed.security.methods.length > 0;
    for (const operation of parsed.operations) {
      const requirements = readRequirements(operation.operation) ?? documentRequirements;
      // A document that declares how to sign in but never where needs it everywhere.
      const needed =
        requirements === undefined || !hasSchemes
          ? ids
          : isOverlaid
            ? requirements.some((requirement) => requirement.length > 0)
              ? ids
              : []
            : parsed.security.methodIds(requirements).filter((id) => ids.includes(id));
      const base = operationBase(operation, parsed, record.base, options);
      tools.push({
        draft: createToolDraft(operation, {
          document: parsed.document,
          isSwagger2: parsed.isSwagger2,
          schemas: parsed.schemas,
          notes,
          name: names[index]!,
          readableName: humanize(baseName(operationIds[index]!, prefixes)),
          scopes: options.scopes ?? parsed.security.requiredScopes(requirements),
          auth: needed,
          base,
          isHidden,
          constantFor:
            options.constantFor &&
            ((location, name) => options.constantFor!(location, name, parsed.document)),
        }),
        path: operation.path,
        operation: operation.operation,
        from: parsed.source.document,
      });
      index += 1;
    }
    parsed.schemas.finish();
  }
  const cache = new Map<string, string>();
  const definitionText = (name: string) => {
    let text = cache.get(name);
    if (text === undefined && definitions.has(name))
      cache.set(name, (text = JSON.stringify(withoutDescriptions(definitions.get(name)))));
    return text;
  };
  return { tools, texts: definitionText };
}

/** The token that most operations take as a header or in the query besides (Slack's `token`), where it is sent as OAuth has it: none that a caller gives. */
function findCommonToken(documents: readonly ParsedDocument[]): string | undefined {
  const operations = documents.flatMap(({ document, operations }) =>
    operations.map(({ item, operation }) =>
      [...listAt(item, "parameters"), ...listAt(operation, "parameters")].map((listed) =>
        resolveReference(document, listed),
      ),
    ),
  );
  return ["token", "access_token"].find(
    (tokenName) =>
      operations.filter((all) =>
        all.some(
          (requirement) =>
            textAt(requirement, "name") === tokenName &&
            /^(?:header|query)$/.test(textAt(requirement, "in") ?? ""),
        ),
      ).length >=
      operations.length * 0.6,
  );
}

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
    "wrong" in declared ||
    declared.baseFields.some(
      ({ name }) => !parsed.base.baseFields.some((field) => field.name === name),
    )
      ? parsed.base
      : declared;
  return chosen.base === base ? undefined : chosen.base;
}
