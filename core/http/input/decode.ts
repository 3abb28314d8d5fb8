import type { OperationEntry, Schema } from "../../../generated/table.ts";
import { describeJsonError } from "../../lib/kit/json/json-error.ts";
import { measureJson } from "../../lib/kit/json/json-size.ts";
import { requireValue } from "../../lib/kit/require-value.ts";
import type { HttpRequest } from "../handler.ts";
import { Problem } from "../problem.ts";
import type { RequestContext } from "../request-context.ts";
import { addCost, bodyCost } from "../routing/route-cost.ts";
import { describeExcess, JSON_BOUNDS, JSON_LIMITS } from "./json-limits.ts";
import { readBody } from "./read-body.ts";

/** Decodes an operation's input from the raw query and the raw path parameters. */
type DecodeInput = (
  query: string,
  path: Readonly<Record<string, string>>,
) => Record<string, unknown>;

/** How to decode one input of an operation. */
interface InputDecoder {
  readonly convert: (raw: string) => unknown;
  readonly isList: boolean;
  readonly isInQuery: boolean;
}

/** For names that the schema doesn't define, and rejects. */
const UNKNOWN_INPUT: InputDecoder = { convert: keepText, isList: false, isInQuery: true };

/**
 * Creates the decoder of an operation, which inspects its schema only once. Values of the wrong
 * type stay strings, which the schema rejects.
 */
export function createDecoder({ input, source }: OperationEntry): DecodeInput {
  const decoders = new Map(
    Object.entries(input.properties).map(([name, schema]): [string, InputDecoder] => {
      const isList = schema["type"] === "array";
      const convert = converterFor(isList ? (schema["items"] ?? {}) : schema);
      return [name, { convert, isList, isInQuery: source[name] === "query" }];
    }),
  );
  const decoderOf = (name: string) => decoders.get(name) ?? UNKNOWN_INPUT;

  return (query, path) => {
    const decoded: Record<string, unknown> = {};
    for (const name in path) {
      const value = path[name];
      if (value !== undefined)
        decoded[name] = decoderOf(name).convert(decodePathParameter(name, value));
    }
    // Parsed by hand, because URLSearchParams or a regular expression costs as much as a search.
    for (let start = 0, end = 0; start < query.length; start = end + 1) {
      end = indexOrEnd(query.indexOf("&", start), query.length);
      if (end === start) continue;
      const pair = query.slice(start, end);
      const nameEnd = indexOrEnd(pair.indexOf("="), pair.length);
      const name = unescapeQuery(pair.slice(0, nameEnd));
      addInput(decoded, name, unescapeQuery(pair.slice(nameEnd + 1)), query);
    }
    return decoded;
  };

  function addInput(
    decoded: Record<string, unknown>,
    name: string,
    raw: string,
    query: string,
  ): void {
    const { convert, isList, isInQuery } = decoderOf(name);
    if (!isInQuery) throw notQueryParameterProblem(name);
    const isRepeated = Object.hasOwn(decoded, name);
    if (isRepeated && !isList)
      throw repeatedInputProblem(name, new URLSearchParams(query).getAll(name).length);
    const value = convert(raw);
    if (isRepeated) (decoded[name] as unknown[]).push(value);
    else setOwn(decoded, name, isList ? [value] : value);
  }
}

const indexOrEnd = (index: number, end: number) => (index === -1 ? end : index);

/** Assigning `__proto__` would set the prototype, and the schema couldn't reject the name. */
function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== "__proto__") target[name] = value;
  else
    Object.defineProperty(target, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

/** Decodes a name or a value like URLSearchParams. */
function unescapeQuery(text: string): string {
  if (!text.includes("%") && !text.includes("+")) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return requireValue(new URLSearchParams(`=${text}`).get(""), "the text of a query");
  }
}

/**
 * Parses a JSON object from the body. An empty body returns `emptyAs`, by default an empty object.
 * Measures and charges the body before it parses it. Throws the `Problem`s `invalid_input` and
 * `rate_limited`.
 */
export async function decodeBody(
  request: HttpRequest,
  context: RequestContext,
): Promise<Record<string, unknown>>;
export async function decodeBody<Empty>(
  request: HttpRequest,
  context: RequestContext,
  options: { readonly emptyAs: Empty },
): Promise<Record<string, unknown> | Empty>;
export async function decodeBody(
  request: HttpRequest,
  context: RequestContext,
  { emptyAs }: { readonly emptyAs: unknown } = { emptyAs: {} },
): Promise<unknown> {
  const bytes = await readBody(request);
  if (bytes.byteLength === 0) return emptyAs;
  const text = decodeText(bytes);
  const size = measureJson(text, JSON_BOUNDS);
  if ("exceeds" in size) throw bodyProblem(describeExcess(size.exceeds));
  await addCost(request, context, {
    cost: bodyCost({ values: size.values, bytes: bytes.byteLength }),
  });
  const value = parseBody(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw bodyProblem("It must be an object, but is another value.");
  return value;
}

function decodeText(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw bodyProblem("It isn't UTF-8.");
  }
}

/** Parses a body. Throws the `Problem` `invalid_input` with the position of an error. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bodyProblem(describeJsonError(text));
  }
}

const bodyProblem = (detail: string): Problem =>
  new Problem("invalid_input", `The body isn't a valid JSON object. ${detail}`, {
    errors: [{ pointer: "", detail }],
    hint: `Send a JSON object in UTF-8, with ${JSON_LIMITS}.`,
  });

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Throws the `Problem` `invalid_input` if a request states that its body isn't JSON. UCP and ACP
 * require JSON. Without Content-Type, the body decides.
 */
export function requireJsonType({ headers }: HttpRequest): void {
  const type = headers.get("content-type");
  if (type === null || JSON_TYPE.test(type)) return;
  const detail = "It must be application/json.";
  throw new Problem("invalid_input", `Content-Type: ${detail}`, {
    errors: [{ pointer: "/headers/content-type", detail }],
  });
}

const JSON_TYPE = /^\s*application\/([\w.-]+\+)?json\s*(;|$)/i;

/** Returns a function that converts text to the type in the schema, or returns it as is. */
function converterFor({ type }: Schema): (raw: string) => unknown {
  if (type === "integer") return toInteger;
  if (type === "number") return toNumber;
  if (type === "boolean") return toBoolean;
  return keepText;
}

function keepText(raw: string): string {
  return raw;
}

function toInteger(raw: string): number | string {
  const start = raw.startsWith("-") ? 1 : 0;
  const digits = raw.length - start;
  if (digits === 0 || digits > MAX_INTEGER_DIGITS) return raw;
  for (let index = start; index < raw.length; index++) {
    const code = raw.charCodeAt(index);
    if (code < DIGIT_ZERO || code > DIGIT_NINE) return raw;
  }
  return Number(raw);
}

const DIGIT_ZERO = 0x30;
const DIGIT_NINE = 0x39;
/** Any integer of this length is a safe integer. */
const MAX_INTEGER_DIGITS = 15;

const toNumber = (raw: string) => (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(raw) ? Number(raw) : raw);

function toBoolean(raw: string): boolean | string {
  return raw === "true" || raw === "false" ? raw === "true" : raw;
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
