import type { AppRecord } from "../../../ports/apps.ts";
import { baseOf } from "./base.ts";
import { followed, listAt, own, textAt } from "./document.ts";
import type { Operation } from "./operations.ts";
import type { Part } from "./part.ts";
import type { ReadOptions } from "./read-options.ts";
import type { Notes } from "./report.ts";
import type { Definitions } from "./schema.ts";
import { requirementsOf } from "./security.ts";
import { type Draft, toolOf, wordless } from "./tool.ts";
import { baseName, toolNames } from "./tool-name.ts";
import { spoken } from "./words.ts";

/** The tools of an app, in its documents' order, and the texts of the schemas that they share, without words. */
export function toolsOf(
  parts: readonly Part[],
  record: AppRecord,
  options: ReadOptions,
  definitions: Definitions,
  notes: Notes,
) {
  const { slug } = options;
  const named = parts.flatMap(({ operations }) =>
    operations.map(({ method, path, operation }) => ({
      method,
      path,
      operationId: textAt(operation, "operationId"),
    })),
  );
  const prefixes = [slug, ...(options.prefixes ?? [])];
  const names = toolNames(slug, named, prefixes);
  const isOverlaid = (options.overlay?.methods?.length ?? 0) > 0;
  const placed = new Set(
    record.methods.flatMap(({ placements }) =>
      Object.values(placements ?? {}).map((place) => `${place.in} ${place.name.toLowerCase()}`),
    ),
  );
  const common =
    isOverlaid && record.methods.some(({ type }) => type === "oauth2" || type === "bearer")
      ? commonToken(parts)
      : undefined;
  const isHidden = (place: string, name: string) =>
    name === common ||
    placed.has(`${place} ${name.toLowerCase()}`) ||
    options.isHidden?.(place, name) === true;
  const ids = record.methods.filter(({ type }) => type !== "none").map(({ id }) => id);
  const tools: { draft: Draft; path: string; operation: Operation["operation"]; from: string }[] =
    [];
  let next = 0;
  for (const part of parts) {
    const usual = requirementsOf(part.document);
    const hasSchemes = part.security.methods.length > 0;
    for (const operation of part.operations) {
      const requirements = requirementsOf(operation.operation) ?? usual;
      // A document that declares how to sign in but never where needs it everywhere.
      const needed =
        requirements === undefined || !hasSchemes
          ? ids
          : isOverlaid
            ? requirements.some((one) => one.length > 0)
              ? ids
              : []
            : part.security.idsOf(requirements).filter((id) => ids.includes(id));
      const base = operationBase(operation, part, record.base, options);
      tools.push({
        draft: toolOf(operation, {
          document: part.document,
          isSwagger2: part.isSwagger2,
          schemas: part.schemas,
          notes,
          name: names[next]!,
          spokenName: spoken(baseName(named[next]!, prefixes)),
          scopes: options.scopes ?? part.security.scopesOf(requirements),
          auth: needed,
          base,
          isHidden,
          constantOf:
            options.constantOf &&
            ((place, name) => options.constantOf!(place, name, part.document)),
        }),
        path: operation.path,
        operation: operation.operation,
        from: part.source.document,
      });
      next += 1;
    }
    part.schemas.finish();
  }
  const cache = new Map<string, string>();
  const texts = (name: string) => {
    let text = cache.get(name);
    if (text === undefined && definitions.has(name))
      cache.set(name, (text = JSON.stringify(wordless(definitions.get(name)))));
    return text;
  };
  return { tools, texts };
}

/** The token that most operations take as a header or in the query besides (Slack's `token`), where it is sent as OAuth has it: none that a caller gives. */
function commonToken(parts: readonly Part[]): string | undefined {
  const operations = parts.flatMap(({ document, operations }) =>
    operations.map(({ item, operation }) =>
      [...listAt(item, "parameters"), ...listAt(operation, "parameters")].map((listed) =>
        followed(document, listed),
      ),
    ),
  );
  return ["token", "access_token"].find(
    (wanted) =>
      operations.filter((all) =>
        all.some(
          (one) =>
            textAt(one, "name") === wanted && /^(?:header|query)$/.test(textAt(one, "in") ?? ""),
        ),
      ).length >=
      operations.length * 0.6,
  );
}

function operationBase(
  { operation, item }: Operation,
  part: Part,
  base: string,
  options: ReadOptions,
): string | undefined {
  if (options.overlay?.base !== undefined || options.isSelfHosted) return undefined;
  const servers = Array.isArray(own(operation, "servers"))
    ? listAt(operation, "servers")
    : listAt(item, "servers");
  const said = servers.length > 0 ? baseOf(servers, part.url, { isOwn: options.isOwn }) : part.base;
  const used =
    "wrong" in said ||
    said.baseFields.some(({ name }) => !part.base.baseFields.some((field) => field.name === name))
      ? part.base
      : said;
  return used.base === base ? undefined : used.base;
}
