import { type JsonObject, listAt, ownValue, textAt } from "../../kit/json/json-access.ts";
import type { ToolDocument } from "../../tool-search/index.ts";
import type { FixedParameter, HttpBinding, ParameterSlot, ToolRecord } from "../tool-record.ts";
import { readArguments } from "./arguments/arguments.ts";
import {
  type DefaultArguments,
  type FixedArguments,
  fillPath,
  withFilledArguments,
} from "./arguments/filled-arguments.ts";
import { overlayArguments } from "./arguments/overlay-arguments.ts";
import { createRequestBody, withOverlayBody } from "./arguments/overlay-body.ts";
import { placeFormats, withChecksum } from "./arguments/request-format.ts";
import type { RequestFormat } from "./compile-options.ts";
import { fingerprint } from "./documents/fingerprint.ts";
import type { Operation } from "./documents/operations.ts";
import {
  consumedTypes,
  convertSwaggerParameters,
  resolveParameters,
  resolveRequestBody,
} from "./documents/swagger.ts";
import { readLabels } from "./names/operation-labels.ts";
import type { ToolOverlay } from "./overlay.ts";
import { deriveAnnotations } from "./results/annotations.ts";
import { packBinding } from "./results/packed-tool.ts";
import type { CompileNotes } from "./results/report.ts";
import type { SchemaReader } from "./schemas/schema.ts";

interface ToolOptions {
  readonly document: unknown;
  readonly isSwagger2: boolean;
  readonly schemas: SchemaReader;
  readonly notes: CompileNotes;
  readonly name: string;
  /** The title of a tool whose operation has none. */
  readonly readableName: string;
  readonly scopes: readonly string[];
  readonly auth: readonly string[];
  /** Only if it differs from the app's. */
  readonly base?: string | undefined;
  readonly fixedArguments?: FixedArguments | undefined;
  readonly defaultArguments?: DefaultArguments | undefined;
  readonly overlay?: ToolOverlay | undefined;
  readonly isHidden: (location: string, name: string) => boolean;
  readonly queryStyle?: string | undefined;
  readonly format?: RequestFormat | undefined;
  readonly constantFor?: ((location: string, name: string) => string | undefined) | undefined;
}

/** A tool without its version, which depends on the shared schemas. */
export type ToolDraft = Omit<ToolRecord, "version">;

/** Converts an operation to a tool. */
export function createToolDraft(
  { operation, item, path, method, where }: Operation,
  options: ToolOptions,
): ToolDraft {
  const { document, notes, name, overlay = {}, format = {} } = options;
  const listed = resolveParameters(document, item, operation, where, notes);
  const documented = options.isSwagger2
    ? convertSwaggerParameters(listed, consumedTypes(document, operation), where, notes)
    : { parameters: listed, requestBody: resolveRequestBody(document, operation) };
  const parameters = documented.parameters.filter(
    (parameter) => textAt(parameter, "in") === "path" || isOffered(overlay, parameter),
  );
  const documentedBody = allowsBody(method) ? documented.requestBody : undefined;
  const requestBody = overlay.body ? createRequestBody(overlay.body) : documentedBody;
  const split = splitPath(path);
  const filledPath = fillPath(split.path, options.fixedArguments);
  const { input, slots, body, fixed } = readArguments({
    document,
    parameters,
    requestBody,
    path: filledPath,
    where,
    schemas: options.schemas,
    notes,
    isHidden: (location, parameter) =>
      location === "path"
        ? split.path.includes(`{${parameter}}`) && !filledPath.includes(`{${parameter}}`)
        : options.isHidden(location, parameter),
    queryStyle: options.queryStyle,
    upload: overlay.body ? undefined : format.upload,
    constantFor: options.constantFor,
  });
  const fixedParameters = [
    ...split.fixed.filter((each) => !fixed.some(({ name }) => name === each.name)),
    ...fixed,
    ...Object.entries({ ...overlay.fixed, ...overlay.defaults }).map(
      ([key, value]): FixedParameter => ({ in: "query", name: key, value }),
    ),
  ];
  const annotations = deriveAnnotations(
    method,
    name.slice(name.indexOf(".") + 1),
    path.includes("#"),
  );
  const filled = withFilledArguments(
    {
      input: overlayArguments(input, { ...overlay, defaults: readDefaults(overlay, slots) }),
      slots,
    },
    {
      path,
      isDestructive: annotations.destructive || method === "PATCH",
      fixed: options.fixedArguments,
      defaults: options.defaultArguments,
    },
  );
  const binding: HttpBinding = {
    method,
    path: filledPath,
    ...(options.base !== undefined && { base: options.base }),
    ...(format.hostPrefix !== undefined && { hostPrefix: format.hostPrefix }),
    slots: filled.slots,
    ...(fixedParameters.length > 0 && { fixed: fixedParameters }),
    ...withOverlayBody(body && withChecksum(body, format), overlay.body),
    ...placeFormats(format, filled.slots, body?.argument),
  };
  const labels = readLabels(operation, item, path, options.readableName);
  return {
    name,
    title: overlay.title ?? labels.title,
    description: overlay.description ?? labels.description,
    input: filled.input,
    annotations,
    scopes: options.scopes,
    auth: options.auth,
    binding,
  };
}

/** Some documents describe a body of a GET, which has no meaning (RFC 9110, section 9.3.1). */
const allowsBody = (method: string): boolean => method !== "GET" && method !== "HEAD";

/** The overlay's defaults, by the names of the arguments that replace them. */
const readDefaults = (
  { defaults = {} }: ToolOverlay,
  slots: readonly ParameterSlot[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    slots.flatMap(({ argument, in: location, name }) => {
      const value =
        location === "query" && Object.hasOwn(defaults, name) ? defaults[name] : undefined;
      return value === undefined ? [] : [[argument, value]];
    }),
  );

/** Whether the overlay lets callers pass a parameter of the operation. */
function isOffered({ parameters, fixed = {} }: ToolOverlay, parameter: JsonObject): boolean {
  const name = textAt(parameter, "name") ?? "";
  return (parameters?.includes(name) ?? true) && !Object.hasOwn(fixed, name);
}

/** The data about a tool that tool search indexes. */
export function createToolDocument(
  tool: ToolDraft,
  path: string,
  operation: JsonObject,
  app: Pick<ToolDocument, "app" | "categories">,
  phrases: readonly string[] | undefined,
): ToolDocument {
  return {
    name: tool.name,
    app: app.app,
    categories: app.categories,
    title: tool.title,
    description: tool.description,
    parameters: Object.keys((ownValue(tool.input, "properties") ?? {}) as object).slice(0, 40),
    tags: listAt(operation, "tags")
      .filter((tag): tag is string => typeof tag === "string")
      .slice(0, 4)
      .map((tag) => tag.slice(0, 60)),
    method: tool.binding?.method,
    path,
    ...(phrases && { phrases }),
  };
}

/**
 * A hash of a tool's name, binding, authentication, scopes, annotations and input schema. Titles
 * and descriptions don't affect it.
 */
export function toolVersion(
  tool: ToolDraft,
  definitionTexts: (input: string) => Iterable<string>,
): string {
  const input = JSON.stringify(withoutDescriptions(tool.input));
  return fingerprint(
    [
      tool.name,
      JSON.stringify([
        tool.binding && packBinding(tool.binding),
        tool.auth,
        tool.scopes,
        tool.annotations,
      ]),
      input,
      ...definitionTexts(input),
    ].join("\n"),
  );
}

/** Removes descriptions and examples from a schema, but keeps properties with these names. */
export function withoutDescriptions(schema: unknown, isMap = false): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withoutDescriptions(item));
  if (typeof schema !== "object" || schema === null) return schema;
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) {
    if (!isMap && (name === "description" || name === "examples")) continue;
    out[name] =
      typeof value === "object" && value !== null
        ? withoutDescriptions(
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

/**
 * Splits the query and fragment off a path. Some documents use them to distinguish operations at
 * the same URL. The query parameters are sent with every call.
 */
function splitPath(path: string): {
  path: string;
  fixed: FixedParameter[];
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
    // The slash before a fragment belongs to it: `/{queue}/#Action=SendMessage`.
    path: (isQuery ? path.slice(0, at) : path.slice(0, at).replace(/\/$/, "")) || "/",
    fixed: rest.map(([key, value]) => ({ in: "query", name: key, value })),
  };
}
