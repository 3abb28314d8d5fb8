import { PLATFORM_ORIGIN } from "../fixtures/ucp-profiles.ts";
import type { TestRequest } from "../targets/target.ts";
import type { Random } from "./random.ts";
import type { ValueGrammar } from "./values.ts";

/** A generated request, with the operation of the document that it is derived from. */
export interface GeneratedRequest {
  readonly request: TestRequest;
  /** Undefined if the method isn't in the document at this path. */
  readonly operation: DocumentOperation | undefined;
}

/** An operation of an OpenAPI document. */
export interface DocumentOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly responses: Readonly<Record<string, any>>;
  readonly parameters: readonly any[];
  /** The schema of the JSON body. */
  readonly body?: any;
}

/** Returns every operation of an OpenAPI document. */
export const listOperations = (document: any): DocumentOperation[] =>
  Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      responses: operation.responses,
      parameters: operation.parameters ?? [],
      body: operation.requestBody?.content["application/json"]?.schema,
    })),
  );

/** Texts that are sent in headers must be printable. */
const toHeader = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, "?").trim();

/** Header values that work on the fixture, unlike the examples of the document. */
const HEADER_VALUES: Readonly<Record<string, string>> = {
  "ucp-agent": `profile="${PLATFORM_ORIGIN}/2026-04-08"`,
};

/** Generates requests for the operations of an OpenAPI document. */
export function createRequestGrammar(
  operations: readonly DocumentOperation[],
  key: string | undefined,
  random: Random,
  values: ValueGrammar,
): () => GeneratedRequest {
  const parameterText = (schema: any) => {
    if (random.chance(0.15)) return values.hostileText();
    const value = values.value(schema, 0.02);
    return typeof value === "string" ? value : JSON.stringify(value);
  };
  const encode = (text: string) =>
    random.chance(0.05)
      ? text.replaceAll(/[^!-"$->@-~]/g, "_")
      : encodeURIComponent(text.toWellFormed());

  const createPath = ({ path, parameters }: DocumentOperation) => {
    const schemaOf = (name: string) => parameters.find((each) => each.name === name)?.schema ?? {};
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
      encode(parameterText(schemaOf(name))),
    );
    const query = parameters
      .filter((each) => each.in === "query" && random.chance(each.required ? 0.95 : 0.4))
      .map(({ name, schema }) => `${name}=${encode(parameterText(schema))}`);
    if (random.chance(0.05)) query.push(encode(values.hostileText()));
    return query.length > 0 ? `${filled}?${query.join("&")}` : filled;
  };

  const createHeaders = ({ parameters }: DocumentOperation) => {
    const headers: Record<string, string> = {};
    for (const { name, in: location, schema, example } of parameters) {
      if (location !== "header" || !random.chance(0.9)) continue;
      const known = HEADER_VALUES[name.toLowerCase()] ?? example;
      const text =
        known !== undefined && random.chance(0.85) ? known : toHeader(parameterText(schema));
      headers[name.toLowerCase()] = text;
    }
    if (key && random.chance(0.95)) headers["authorization"] = `Bearer ${key}`;
    if (random.chance(0.05)) headers["accept"] = toHeader(values.hostileText());
    return headers;
  };

  const createBody = (schema: any): string => {
    const text = JSON.stringify(values.value(schema, random.pick([0, 0.02, 0.1])));
    if (!random.chance(0.05)) return text;
    const cut = random.integer(text.length);
    return random.chance(0.5) ? text.slice(0, cut) : text.slice(0, cut) + values.hostileText();
  };

  return () => {
    const operation = random.pick(operations);
    const headers = createHeaders(operation);
    const hasOtherMethod = random.chance(0.02);
    const method = hasOtherMethod
      ? random.pick(["GET", "HEAD", "PUT", "POST", "DELETE", "PATCH", "OPTIONS"])
      : operation.method;
    const path = createPath(operation);
    const hasBody = operation.body !== undefined && !["GET", "HEAD"].includes(method);
    return {
      request: {
        method,
        path,
        headers: {
          ...headers,
          ...(hasBody && {
            "content-type": random.chance(0.97) ? "application/json" : "text/plain",
          }),
        },
        ...(hasBody && { body: createBody(operation.body).toWellFormed() }),
      },
      operation: isRoutedTo(operation, method, path) ? operation : undefined,
    };
  };
}

/** Whether a path without empty or dot segments reaches the operation that it was made for. */
function isRoutedTo({ method, path }: DocumentOperation, sent: string, literal: string): boolean {
  const segments = literal.split("?", 1)[0]!.split("/");
  return (
    method === sent &&
    segments.length === path.split("/").length &&
    segments.slice(1).every((segment) => !/^(|\.{1,2}|%2e|%2e%2e|\.%2e|%2e\.)$/i.test(segment)) &&
    !/%(?![0-9a-f]{2})|%(2f|5c|00)|[\\#]/i.test(segments.join("/"))
  );
}
