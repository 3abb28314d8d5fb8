import { redactText } from "../../redaction/index.ts";

/** Response headers that are useful to callers and never contain a credential. */
const EXPOSED =
  /^(?:content-(?:language|disposition|range)|etag|last-modified|expires|age|date|link|location|retry-after|deprecation|sunset|warning|allow|(?:x-)?rate-?limit.*|x-.*-?ratelimit-.*|(?:x-)?(?:request|correlation|trace)-?id|x-[\w-]*request-id|x-total(?:-count|-pages)?|x-(?:next-page|prev-page|page|per-page|pages|count|cursor|next-cursor|has-more)|x-oauth-scopes|x-accepted-oauth-scopes)$/;
const MAX_HEADERS = 40;

/**
 * The response headers that a run returns: at most 40, with secrets redacted. `headers` has names
 * in lower case.
 */
export function exposedHeaders(
  headers: Iterable<readonly [name: string, value: string]>,
  secrets: readonly string[],
): Record<string, string> {
  const exposed: Record<string, string> = {};
  let count = 0;
  for (const [name, value] of headers) {
    if (!EXPOSED.test(name)) continue;
    count += 1;
    if (count > MAX_HEADERS) break;
    const redacted = redactText(value.slice(0, 2_000), secrets);
    exposed[name] =
      exposed[name] === undefined ? redacted : `${exposed[name]}, ${redacted}`.slice(0, 4_000);
  }
  return exposed;
}
