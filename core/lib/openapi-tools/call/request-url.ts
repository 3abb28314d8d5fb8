import type { HttpBinding } from "../tool-record.ts";
import { argumentError } from "./request-error.ts";
import { formatPathValue, joinPairs, type Pair, parseStyle } from "./style.ts";

/**
 * Fills arguments into the path. Rejects empty arguments and dot segments, which would lead to a
 * different path.
 */
export function fillPath(
  { path, slots }: HttpBinding,
  args: Readonly<Record<string, unknown>>,
): string {
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string, at: number) => {
    const slot = slots.find((candidate) => candidate.in === "path" && candidate.name === name);
    const value = slot && args[slot.argument];
    // In a string of OData, such as `search(q='{query}')`, quotes are doubled.
    const isQuoted = path[at - 1] === "'" && path[at + name.length + 2] === "'";
    const text = slot
      ? formatPathValue(
          name,
          isQuoted && typeof value === "string" ? value.replaceAll("'", "''") : value,
          parseStyle(slot.style, "simple"),
        )
      : "";
    if (text === "" || text === "." || text === ";")
      throw argumentError(
        slot?.argument ?? name,
        "path",
        "Must not be empty, because it is part of the path.",
      );
    return text;
  });
  for (const segment of filled.split("/")) {
    if (/^(?:\.|%2e){1,2}$/i.test(segment)) {
      const slot = slots.find(
        (candidate) =>
          candidate.in === "path" && /^\.{1,2}$/.test(String(args[candidate.argument])),
      );
      throw argumentError(
        slot?.argument,
        "path",
        `Must not result in the path segment ${JSON.stringify(segment)}.`,
      );
    }
  }
  return filled;
}

/**
 * Appends the path to the base URL. The normalized result must still start with the base URL,
 * character by character.
 */
export function buildUrl(base: URL, path: string, query: readonly Pair[]): string {
  const baseUrl = base.origin + base.pathname.replace(/\/+$/, "");
  const url = URL.parse(`${baseUrl}${path.startsWith("/") || path === "" ? "" : "/"}${path}`);
  if (
    !url ||
    url.origin !== base.origin ||
    !url.href.startsWith(baseUrl) ||
    url.search ||
    url.hash ||
    url.username
  ) {
    throw argumentError(
      undefined,
      "path",
      "The arguments that are part of the path result in a URL outside the app's base URL.",
    );
  }
  const search = joinPairs(query);
  return search ? `${url.href}?${search}` : url.href;
}
