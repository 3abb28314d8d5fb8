import type { ParameterSlot } from "../../app.ts";

/** Names of cursors, in requests and in responses. */
const CURSOR_ARGUMENT =
  /^(?:next_?)?(?:page_?token|cursor|continuation_?token|page_?cursor|after|starting_?after|start_?cursor|marker|next_?token|sync_?token|offset_?token)$/i;
const NEXT_MEMBER =
  /^(?:next_?(?:page_?)?(?:token|cursor|marker)?|next_page|(?:end_?)?cursor|continuation_?token|next_?continuation_?token)$/i;
const WRAPPER_MEMBERS = [
  "meta",
  "metadata",
  "response_metadata",
  "pagination",
  "paging",
  "page_info",
  "pageInfo",
  "page",
  "links",
  "_links",
  "cursors",
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
  for (const [name, value] of findCandidates(data)) {
    if (typeof value === "string" && /^(?:https?:\/)?\//.test(value)) {
      const fromLink = argumentsFromUrl(pageSlots, value, url);
      if (fromLink) return fromLink;
    } else if ((typeof value === "string" && value !== "") || typeof value === "number") {
      const slot =
        pageSlots.find((each) => isSameName(each.name, name)) ??
        pageSlots.find((each) => CURSOR_ARGUMENT.test(each.name)) ??
        (typeof value === "number"
          ? pageSlots.find((each) => /^page(?:_?number)?$/i.test(each.name))
          : undefined);
      if (slot) return { [slot.argument]: value };
    }
  }
  return undefined;
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
  for (const [, target, rest] of header.slice(0, 8_000).matchAll(/<([^<>]*)>([^<]*)/g))
    if (/;\s*rel="?(?:[^",;]* )?next\b/i.test(rest!)) return target;
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

function* findCandidates(data: unknown): Generator<readonly [name: string, value: unknown]> {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return;
  const root = data as Record<string, unknown>;
  const objects = [
    root,
    ...WRAPPER_MEMBERS.map((name) => root[name]).filter(
      (inner): inner is Record<string, unknown> =>
        typeof inner === "object" && inner !== null && !Array.isArray(inner),
    ),
  ];
  for (const inner of objects.slice(1))
    for (const name of WRAPPER_MEMBERS)
      if (typeof inner[name] === "object" && inner[name] !== null)
        objects.push(inner[name] as Record<string, unknown>);
  for (const object of objects) {
    // An explicit end takes precedence over any cursor.
    if (
      ["has_more", "hasMore", "has_next_page", "hasNextPage", "more"].some(
        (name) => object[name] === false,
      )
    )
      continue;
    for (const [name, value] of Object.entries(object).slice(0, 100)) {
      if (!NEXT_MEMBER.test(name)) continue;
      const href =
        typeof value === "object" && value !== null
          ? ((value as Record<string, unknown>)["href"] ??
            (value as Record<string, unknown>)["after"])
          : value;
      yield [name, href];
    }
  }
}
