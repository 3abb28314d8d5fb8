import { isObject, type JsonObject } from "../../kit/json/json-access.ts";
import type { ParameterSlot } from "../tool-record.ts";
import { nextFromPosition } from "./next-position.ts";

/** Names of cursors in requests. */
const CURSOR_ARGUMENT =
  /^\$?(?:next_?)?(?:page_?token|cursor|continuation_?token|page_?cursor|after|after_?id|starting_?after|start_?cursor|marker|next_?token|pagination_?token|sync_?token|offset_?token|skip_?token)$/i;
/** Names of cursors and links in responses. */
const NEXT_MEMBER =
  /^(?:next(?:_?(?:page_?)?(?:token|cursor|marker|offset|start|after|link|url|uri|href))?|next_page|next_?records_?url|(?:end_?)?cursor|continuation_?token|next_?continuation_?token|@odata\.nextLink)$/i;
const WRAPPER_MEMBERS = [
  "meta",
  "metadata",
  "response_metadata",
  "pagination",
  "paging",
  "pages",
  "page_info",
  "pageInfo",
  "page",
  "links",
  "_links",
  "cursors",
  "additional_data",
  "result_info",
];

/**
 * The arguments to change for the next page of a list, from `Link: rel="next"` (RFC 8288) or from
 * the body. Returns `undefined` if the response names no next page or the tool has no argument for
 * it.
 */
export function nextArguments(
  slots: readonly ParameterSlot[],
  {
    link,
    data,
    url,
  }: { readonly link: string | null; readonly data: unknown; readonly url: string },
): Record<string, unknown> | undefined {
  const pageSlots = slots.filter(({ in: location }) => location === "query" || location === "body");
  if (pageSlots.length === 0) return undefined;
  const nextLink = parseNextLink(link);
  if (nextLink !== undefined) return argumentsFromUrl(pageSlots, nextLink, url);
  if (!isObject(data)) return undefined;
  const objects = findPagingObjects(data);
  for (const [name, value] of objects.flatMap(findCandidates)) {
    const next = argumentsFromCandidate(pageSlots, name, value, url);
    if (next) return next;
  }
  return nextFromPosition(pageSlots, data, objects);
}

function argumentsFromCandidate(
  slots: readonly ParameterSlot[],
  name: string,
  value: unknown,
  url: string,
): Record<string, unknown> | undefined {
  if (typeof value === "string" && /^(?:https?:\/)?\//.test(value))
    return argumentsFromUrl(slots, value, url);
  if ((typeof value !== "string" || value === "") && typeof value !== "number") return undefined;
  const slot =
    slots.find((each) => isSameName(each.name, name)) ??
    slots.find((each) => CURSOR_ARGUMENT.test(each.name)) ??
    (typeof value === "number"
      ? slots.find((each) => /^(?:page(?:_?number)?|until)$/i.test(each.name))
      : undefined);
  return slot && { [slot.argument]: value };
}

/**
 * Ignores the prefix `next`: `next_cursor` is sent as `cursor`, and `nextPageToken` as `pageToken`.
 */
const isSameName = (wireName: string, name: string) =>
  normalizeName(wireName) === normalizeName(name);
const normalizeName = (name: string) =>
  name
    .toLowerCase()
    .replace(/^next|[_-]/g, "")
    .replace(/^next/, "");

function parseNextLink(header: string | null): string | undefined {
  if (header === null) return undefined;
  for (const [, target, rest = ""] of header.slice(0, 8_000).matchAll(/<([^<>]*)>([^<]*)/g))
    if (/;\s*rel="?(?:[^",;]* )?next\b/i.test(rest)) return target;
  return undefined;
}

/**
 * The query parameters of the next page's URL that the tool has and that differ from the current
 * request.
 */
function argumentsFromUrl(
  slots: readonly ParameterSlot[],
  target: string,
  from: string,
): Record<string, unknown> | undefined {
  const next = URL.parse(target, from);
  const sent = URL.parse(from);
  if (!next || !sent) return undefined;
  const args: Record<string, unknown> = {};
  for (const { argument, in: location, name } of slots) {
    const value = location === "query" ? next.searchParams.get(name) : null;
    if (value !== null && value !== sent.searchParams.get(name))
      args[argument] = /^(?:0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value;
  }
  return Object.keys(args).length > 0 ? args : undefined;
}

/** The objects of a response that may say where the next page is, unless they say that it ends. */
function findPagingObjects(data: JsonObject): readonly JsonObject[] {
  const inner = [...wrappedObjects(data), ...graphqlConnections(data)];
  return [data, ...inner, ...inner.flatMap(wrappedObjects)].filter(
    // An explicit end takes precedence over any cursor.
    (object) =>
      !["has_more", "hasMore", "has_next_page", "hasNextPage", "more"].some(
        (name) => object[name] === false,
      ) && !["is_last", "isLast"].some((name) => object[name] === true),
  );
}

/** The lists of a GraphQL response: `{ data: { issues: { pageInfo } } }`. */
const graphqlConnections = ({ data }: JsonObject): JsonObject[] =>
  isObject(data)
    ? Object.values(data)
        .slice(0, 5)
        .filter(isObject)
        .filter(({ pageInfo }) => isObject(pageInfo))
    : [];

const wrappedObjects = (object: JsonObject): JsonObject[] =>
  WRAPPER_MEMBERS.map((name) => object[name]).filter(isObject);

function findCandidates(object: JsonObject): (readonly [name: string, value: unknown])[] {
  return Object.entries(object)
    .slice(0, 100)
    .filter(([name]) => NEXT_MEMBER.test(name))
    .flatMap(([name, value]) =>
      isObject(value)
        ? [[name, value["href"] ?? value["after"]] as const, ...Object.entries(value).slice(0, 20)]
        : [[name, value] as const],
    );
}
