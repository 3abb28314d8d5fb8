import { isObject } from "../../../core/lib/json-schema/evaluation.ts";
import { canonicalJson } from "../../../core/lib/json-schema/json-value.ts";
import { parseJson } from "../../../core/lib/kit/json/parse-json.ts";
import type { WireRequest } from "../compare.ts";
import { reduceGraphql } from "./reduce-graphql.ts";
import type { Equivalents } from "./vendor-client.ts";

/** Writes a request in one of the ways that mean the same to the vendor's service. */
export async function normalizeRequest(
  request: WireRequest,
  { anyEncoding, commaLists, ignoredParameters = {}, jsonPaths }: Equivalents,
): Promise<WireRequest> {
  const ignored = Object.keys(ignoredParameters);
  let normal = withoutParameters(reduceGraphql(withSchemeName(request)), ignored);
  if (jsonPaths !== undefined) normal = withoutJsonSuffix(normal);
  if (commaLists !== undefined) normal = joinLists(normal);
  return anyEncoding === undefined ? normal : moveParameters(normal, ignored);
}

/**
 * Moves all parameters into a JSON body with texts, for services that read them alike from the query,
 * a form, JSON and multipart parts. GET becomes POST.
 */
async function moveParameters(
  request: WireRequest,
  ignored: readonly string[],
): Promise<WireRequest> {
  const url = new URL(request.url);
  const parameters = [...url.searchParams, ...(await readBody(request))];
  url.search = "";
  return {
    method: request.method === "GET" ? "POST" : request.method,
    url: url.href,
    headers: { ...request.headers, "content-type": "application/json" },
    body: canonicalJson(Object.fromEntries(parameters.filter(([name]) => !ignored.includes(name)))),
  };
}

async function readBody({ headers, body }: WireRequest): Promise<[name: string, text: string][]> {
  if (body === "") return [];
  if (/^application\/json/.test(headers["content-type"] ?? ""))
    return Object.entries(JSON.parse(body) as object).map(([name, value]) => [name, toText(value)]);
  const form = await new Response(body, { headers }).formData();
  return [...form].map(([name, value]) => [name, toText(parseIfJson(String(value)))]);
}

const toText = (value: unknown): string =>
  typeof value === "object" ? canonicalJson(value) : String(value);

/** Values of forms that are objects or lists are JSON. */
const parseIfJson = (text: string): unknown =>
  /^[[{]/.test(text) ? (parseJson(text) ?? text) : text;

/** Joins parameters of one name with commas, for services that read `a=1,2` like `a=1&a=2`. */
function joinLists(request: WireRequest): WireRequest {
  const url = new URL(request.url);
  const names = [...new Set(url.searchParams.keys())];
  const joined = names.map((name) => [name, url.searchParams.getAll(name).join(",")]);
  url.search = new URLSearchParams(joined).toString();
  return { ...request, url: url.href };
}

/** Removes parameters from the query, and from the members of a JSON body. */
function withoutParameters(request: WireRequest, names: readonly string[]): WireRequest {
  if (names.length === 0) return request;
  const url = new URL(request.url);
  for (const name of names) url.searchParams.delete(name);
  const members = parseJson(request.body);
  if (!isObject(members)) return { ...request, url: url.href };
  const others = Object.entries(members).filter(([name]) => !names.includes(name));
  return { ...request, url: url.href, body: JSON.stringify(Object.fromEntries(others)) };
}

function withoutJsonSuffix(request: WireRequest): WireRequest {
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/\.json$/, "");
  return { ...request, url: url.href };
}

/** The names of schemes are case-insensitive (RFC 9110, section 11.1). */
function withSchemeName(request: WireRequest): WireRequest {
  const { authorization, ...others } = request.headers;
  if (authorization === undefined) return request;
  return {
    ...request,
    headers: { ...others, authorization: authorization.replace(/^bearer /i, "Bearer ") },
  };
}
