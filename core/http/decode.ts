import type { OperationEntry, Schema } from "../../generated/table.ts";
import type { HttpRequest } from "./handler.ts";
import { Problem } from "./problem.ts";
import { readBody } from "./read-body.ts";

/**
 * Decodes an operation's input from the path and the query. Values of the wrong type stay strings,
 * which the schema rejects.
 */
export function decodeInput(
  { input, source }: OperationEntry,
  query: string,
  path: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  for (const name in path)
    decoded[name] = coerceValue(
      decodePathParameter(name, path[name]!),
      input.properties[name] ?? {},
    );
  if (query === "") return decoded;

  for (const [name, raw] of parseQuery(query)) {
    if (source[name] !== undefined && source[name] !== "query")
      throw notQueryParameterProblem(name);
    const schema = input.properties[name] ?? {};
    if (schema["type"] === "array") {
      const value = coerceValue(raw, schema["items"] ?? {});
      if (Object.hasOwn(decoded, name)) (decoded[name] as unknown[]).push(value);
      else decoded[name] = [value];
    } else if (Object.hasOwn(decoded, name))
      throw repeatedInputProblem(name, new URLSearchParams(query).getAll(name).length);
    else decoded[name] = coerceValue(raw, schema);
  }
  return decoded;
}

/**
 * Parses a query. Simple ones are split by hand because URLSearchParams takes two to four times as
 * long.
 */
function parseQuery(query: string): Iterable<readonly [string, string]> {
  if (!SIMPLE_QUERY.test(query)) return new URLSearchParams(query);
  const pairs: [string, string][] = [];
  for (const pair of query.split("&")) {
    const at = pair.indexOf("=");
    const value = pair.slice(at + 1);
    pairs.push([pair.slice(0, at), value.includes("%") ? value.replaceAll("%20", " ") : value]);
  }
  return pairs;
}

const SIMPLE_QUERY = /^[\w.~-]+=(?:[\w.~-]|%20)*(?:&[\w.~-]+=(?:[\w.~-]|%20)*)*$/;

/**
 * Parses a JSON object from the body. An empty body returns `emptyAs`, by default an empty object.
 */
export async function decodeBody(request: HttpRequest): Promise<Record<string, unknown>>;
export async function decodeBody<Empty>(
  request: HttpRequest,
  options: { readonly emptyAs: Empty },
): Promise<Record<string, unknown> | Empty>;
export async function decodeBody(
  request: HttpRequest,
  { emptyAs }: { readonly emptyAs: unknown } = { emptyAs: {} },
): Promise<unknown> {
  const bytes = await readBody(request);
  if (bytes.byteLength === 0) return emptyAs;
  try {
    const value: unknown = JSON.parse(UTF8.decode(bytes));
    if (
      typeof value === "object" &&
      value !== null &&
      !Array.isArray(value) &&
      !exceedsLimits(value)
    )
      return value;
  } catch {
    // Rejected below, like any other body that isn't a JSON object.
  }
  throw new Problem("invalid_input", "The body isn't a valid JSON object.", {
    errors: [{ pointer: "", detail: "It isn't a JSON object in UTF-8, or it exceeds the limits." }],
    hint: "Send a JSON object in UTF-8, with at most 100 levels and 20,000 members.",
  });
}

/**
 * Limits depth because `JSON.stringify` recurses into each level and would overflow the stack.
 * Limits members because reporting a schema error for each one would block the process for seconds.
 */
function exceedsLimits(value: object): boolean {
  let level: object[] = [value];
  let members = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === MAX_DEPTH) return true;
    const children = level.flatMap((each) => Object.values(each) as unknown[]);
    members += children.length;
    if (members > MAX_MEMBERS) return true;
    level = children.filter(
      (member): member is object => typeof member === "object" && member !== null,
    );
  }
  return false;
}

const MAX_MEMBERS = 20_000;
const MAX_DEPTH = 100;

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** Converts text to the type in the schema, or returns it as is. */
function coerceValue(raw: string, { type }: Schema): unknown {
  if (type === "integer") return /^-?\d{1,15}$/.test(raw) ? Number(raw) : raw;
  if (type === "number") return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(raw) ? Number(raw) : raw;
  if (type === "boolean" && (raw === "true" || raw === "false")) return raw === "true";
  return raw;
}

/**
 * Decodes a path parameter. Throws the `Problem` `invalid_input` if it isn't percent-encoded UTF-8.
 */
export function decodePathParameter(name: string, raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    const detail = `It is "${raw}", which isn't percent-encoded UTF-8.`;
    throw new Problem("invalid_input", `${name}: ${detail}`, {
      errors: [{ pointer: `/${name}`, detail }],
    });
  }
}

function notQueryParameterProblem(name: string): Problem {
  const detail = "It isn't a query parameter.";
  return new Problem("invalid_input", `${name}: ${detail}`, {
    errors: [{ pointer: `/${name}`, detail }],
  });
}

function repeatedInputProblem(name: string, count: number): Problem {
  const detail = `It appears ${count} times but takes one value.`;
  return new Problem("invalid_input", `${name}: ${detail}`, {
    errors: [{ pointer: `/${name}`, detail }],
  });
}
