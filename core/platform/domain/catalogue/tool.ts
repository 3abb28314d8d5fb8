import type { Binding, ToolRecord } from "../../../ports/apps.ts";
import type { ToolDocument } from "../find/document.ts";
import { annotationsOf } from "./annotations.ts";
import { argumentsOf } from "./arguments.ts";
import { type Json, listAt, own, textAt } from "./document.ts";
import { fingerprint } from "./fingerprint.ts";
import type { Operation } from "./operations.ts";
import { plain } from "./plain.ts";
import type { Notes } from "./report.ts";
import type { SchemaReader } from "./schema.ts";
import { consumedBy, modernised, parametersOf, requestBodyOf } from "./swagger.ts";
import { snake, spoken } from "./words.ts";

export interface ToolOptions {
  readonly document: unknown;
  readonly isSwagger2: boolean;
  readonly schemas: SchemaReader;
  readonly notes: Notes;
  readonly name: string;
  /** What its name would be in a sentence. */
  readonly spokenName: string;
  readonly scopes: readonly string[];
  readonly auth: readonly string[];
  /** Where it is not the app's. */
  readonly base?: string | undefined;
  readonly isHidden: (place: string, name: string) => boolean;
  readonly constantOf?: ((place: string, name: string) => string | undefined) | undefined;
}

/** A tool, without the version, which depends on the schemas that are shared. */
export type Draft = Omit<ToolRecord, "version">;

/** One operation as a tool. */
export function toolOf(
  { operation, item, path, method, where }: Operation,
  options: ToolOptions,
): Draft {
  const { document, notes, name } = options;
  const listed = parametersOf(document, item, operation, where, notes);
  const { parameters, requestBody } = options.isSwagger2
    ? modernised(listed, consumedBy(document, operation), where, notes)
    : { parameters: listed, requestBody: requestBodyOf(document, operation) };
  const address = splitPath(path);
  const { input, slots, body, fixed } = argumentsOf({
    document,
    parameters,
    requestBody,
    path: address.path,
    where,
    schemas: options.schemas,
    notes,
    isHidden: options.isHidden,
    constantOf: options.constantOf,
  });
  const all = [
    ...address.fixed.filter(([, key]) => !fixed.some(([, other]) => other === key)),
    ...fixed,
  ];
  const binding: Binding = {
    method,
    path: address.path,
    ...(options.base !== undefined && { base: options.base }),
    slots,
    ...(all.length > 0 && { fixed: all }),
    ...(body && { body }),
  };
  const words = wordsOf(operation, item, options.spokenName);
  return {
    name,
    ...words,
    input,
    annotations: annotationsOf(method, name.slice(name.indexOf(".") + 1)),
    scopes: options.scopes,
    auth: options.auth,
    binding,
  };
}

/** What the search reads of a tool. */
export function documentOf(
  tool: Draft,
  path: string,
  operation: Json,
  app: Pick<ToolDocument, "app" | "categories">,
): ToolDocument {
  return {
    name: tool.name,
    app: app.app,
    categories: app.categories,
    title: tool.title,
    description: tool.description,
    parameters: Object.keys((own(tool.input, "properties") ?? {}) as object).slice(0, 40),
    tags: listAt(operation, "tags")
      .filter((tag): tag is string => typeof tag === "string")
      .slice(0, 4)
      .map((tag) => tag.slice(0, 60)),
    method: tool.binding?.method,
    path,
  };
}

/** A tool's version: it changes with what it takes and where that goes, not with what is said of it. */
export function versionOf(tool: Draft, textsOf: (input: string) => Iterable<string>): string {
  const input = JSON.stringify(wordless(tool.input));
  return fingerprint(
    [
      tool.name,
      JSON.stringify([tool.binding, tool.auth, tool.scopes, tool.annotations]),
      input,
      ...textsOf(input),
    ].join("\n"),
  );
}

/** A schema without descriptions; a property that is called `description` stays. */
export function wordless(schema: unknown, isMap = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => wordless(one));
  if (typeof schema !== "object" || schema === null) return schema;
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) {
    if (!isMap && name === "description") continue;
    out[name] =
      typeof value === "object" && value !== null
        ? wordless(
            value,
            !isMap &&
              (name === "properties" ||
                name === "patternProperties" ||
                name === "dependentSchemas"),
          )
        : value;
  }
  return out;
}

function wordsOf(
  operation: Json,
  item: Json,
  said: string,
): { title: string; description: string } {
  const summary = plain(textAt(operation, "summary") ?? textAt(item, "summary"), 120);
  const description = plain(textAt(operation, "description") ?? textAt(item, "description"));
  // An operation's id, put where its summary belongs.
  const isName = summary !== "" && !summary.includes(" ") && /[a-z][A-Z]|_/.test(summary);
  const [sentence = ""] = description.split(/(?<=[^.]\w[.!?])\s/);
  const short =
    sentence.length <= 80 && sentence.includes(" ") ? sentence.replace(/[.!]$/, "") : "";
  const title = (isName ? spoken(snake(summary)) : summary) || short || said;
  return { title, description: description || summary || title };
}

/** What stands behind `?` or `#` in a path, as some documents tell operations of one address apart, is sent each time. */
function splitPath(path: string): {
  path: string;
  fixed: (readonly ["query" | "header", string, string])[];
} {
  const at = path.search(/[?#]/);
  if (at === -1) return { path, fixed: [] };
  const isQuery = path[at] === "?";
  const rest = isQuery
    ? [...new URLSearchParams(path.slice(at + 1).split("#")[0])].filter(
        ([, value]) => !/[{}]/.test(value),
      )
    : [];
  return {
    path: path.slice(0, at) || "/",
    fixed: rest.map(([key, value]) => ["query", key, value] as const),
  };
}
