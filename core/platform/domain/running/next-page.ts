import type { Slot } from "../../../ports/apps.ts";

/** What names a place in a list, where answers have it and requests take it. */
const CURSOR =
  /^(?:next_?)?(?:page_?token|cursor|continuation_?token|page_?cursor|after|starting_?after|start_?cursor|marker|next_?token|sync_?token|offset_?token)$/i;
const IN_ANSWER =
  /^(?:next_?(?:page_?)?(?:token|cursor|marker)?|next_page|(?:end_?)?cursor|continuation_?token|next_?continuation_?token)$/i;
const AROUND = [
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
 * What to set in the arguments to have the next page of a list: from `Link: rel="next"` or from what the answer itself says;
 * nothing where it says none, or the tool takes none of it.
 */
export function nextArguments(
  slots: readonly Slot[],
  {
    link,
    data,
    url,
  }: { readonly link: string | null; readonly data: unknown; readonly url: string },
): Record<string, unknown> | undefined {
  const query = slots.filter(([, place]) => place === "query" || place === "body");
  if (query.length === 0) return undefined;
  const linked = linkOf(link);
  if (linked !== undefined) return fromUrl(query, linked, url);
  for (const [name, value] of candidatesIn(data)) {
    if (typeof value === "string" && /^(?:https?:\/)?\//.test(value)) {
      const from = fromUrl(query, value, url);
      if (from) return from;
    } else if ((typeof value === "string" && value !== "") || typeof value === "number") {
      const slot =
        query.find(([argument, , wire]) => sameName(wire === 0 ? argument : wire, name)) ??
        query.find(([argument, , wire]) => CURSOR.test(wire === 0 ? argument : wire)) ??
        (typeof value === "number"
          ? query.find(([argument, , wire]) =>
              /^page(?:_?number)?$/i.test(wire === 0 ? argument : wire),
            )
          : undefined);
      if (slot) return { [slot[0]]: value };
    }
  }
  return undefined;
}

/** `next_cursor` is sent as `cursor`, `nextPageToken` as `pageToken`. */
const sameName = (wire: string, name: string) => bare(wire) === bare(name);
const bare = (name: string) =>
  name
    .toLowerCase()
    .replace(/^next|[_-]/g, "")
    .replace(/^next/, "");

function linkOf(header: string | null): string | undefined {
  if (header === null) return undefined;
  for (const [, target, rest] of header.slice(0, 8_000).matchAll(/<([^<>]*)>([^<]*)/g))
    if (/;\s*rel="?(?:[^",;]* )?next\b/i.test(rest!)) return target;
  return undefined;
}

/** The parameters of the next page's address that the tool takes, and that differ from those just sent. */
function fromUrl(
  slots: readonly Slot[],
  target: string,
  from: string,
): Record<string, unknown> | undefined {
  const next = URL.parse(target, from);
  const sent = URL.parse(from);
  if (!next || !sent) return undefined;
  const found: Record<string, unknown> = {};
  for (const [argument, place, wire] of slots) {
    const name = wire === 0 ? argument : wire;
    const value = place === "query" ? next.searchParams.get(name) : null;
    if (value !== null && value !== sent.searchParams.get(name))
      found[argument] = /^(?:0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value;
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

function* candidatesIn(data: unknown): Generator<readonly [name: string, value: unknown]> {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return;
  const whole = data as Record<string, unknown>;
  const places = [
    whole,
    ...AROUND.map((name) => whole[name]).filter(
      (inner): inner is Record<string, unknown> =>
        typeof inner === "object" && inner !== null && !Array.isArray(inner),
    ),
  ];
  for (const inner of [...places.slice(1)])
    for (const name of AROUND)
      if (typeof inner[name] === "object" && inner[name] !== null)
        places.push(inner[name] as Record<string, unknown>);
  for (const place of places) {
    // Said to be the end, whatever else is there.
    if (
      ["has_more", "hasMore", "has_next_page", "hasNextPage", "more"].some(
        (name) => place[name] === false,
      )
    )
      continue;
    for (const [name, value] of Object.entries(place).slice(0, 100)) {
      if (!IN_ANSWER.test(name)) continue;
      const href =
        typeof value === "object" && value !== null
          ? ((value as Record<string, unknown>)["href"] ??
            (value as Record<string, unknown>)["after"])
          : value;
      yield [name, href];
    }
  }
}
