import type { OperationEntry, Schema } from "../../generated/table.ts";
import { Problem } from "../problem.ts";
import type { HttpRequest } from "./handler.ts";
import { readBody } from "./read-body.ts";

/** Gathers an operation's input from the parts of a request. What cannot be understood is left for the schema to refuse. */
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
    if (source[name] !== undefined && source[name] !== "query") throw unknownInputProblem(name);
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

/** The parameters of a query. The plain ones without URLSearchParams, which takes two to four times as long. */
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

/** The members of a JSON body, which is an object; of an empty one, what it stands for: an empty object by default. */
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
    // Said below, as for any other body that is not an object.
  }
  throw new Problem(
    "invalid_input",
    "The body must be a JSON object, in UTF-8, not nested over a hundred deep and of no more than 20,000 members.",
    {
      errors: [
        {
          pointer: "",
          detail:
            "It is not a JSON object in UTF-8, or nested over a hundred deep, or of more than 20,000 members.",
        },
      ],
    },
  );
}

/**
 * What is nested deeper than anyone means can be parsed, but not written again: that takes a call for each level. And where
 * each of very many members does not fit the schema, saying so holds everyone up for seconds.
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

/** Text becomes what the schema says it is. */
function coerceValue(raw: string, { type }: Schema): unknown {
  if (type === "integer") return /^-?\d{1,15}$/.test(raw) ? Number(raw) : raw;
  if (type === "number") return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(raw) ? Number(raw) : raw;
  if (type === "boolean") return raw === "true" ? true : raw === "false" ? false : raw;
  return raw;
}

/** A parameter of a path, decoded. */
export function decodePathParameter(name: string, raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    const detail = `${raw} is not percent-encoded UTF-8.`;
    throw new Problem("invalid_input", `${name}: ${detail}`, {
      errors: [{ pointer: `/${name}`, detail }],
    });
  }
}

function unknownInputProblem(name: string): Problem {
  const detail = "It does not belong in the query.";
  return new Problem("invalid_input", `${name}: ${detail}`, {
    errors: [{ pointer: `/${name}`, detail }],
  });
}

function repeatedInputProblem(name: string, count: number): Problem {
  const detail = `It is given ${count} times, and takes one value.`;
  return new Problem("invalid_input", `${name}: ${detail}`, {
    errors: [{ pointer: `/${name}`, detail }],
  });
}
