import { withoutTexts } from "./redact.ts";

/** Headers that say something of an answer, and never hold a credential. */
const TOLD =
  /^(?:content-(?:language|disposition|range)|etag|last-modified|expires|age|date|link|location|retry-after|deprecation|sunset|warning|allow|(?:x-)?rate-?limit.*|x-.*-?ratelimit-.*|(?:x-)?(?:request|correlation|trace)-?id|x-[\w-]*request-id|x-total(?:-count|-pages)?|x-(?:next-page|prev-page|page|per-page|pages|count|cursor|next-cursor|has-more)|x-oauth-scopes|x-accepted-oauth-scopes)$/;
const MOST = 40;

/** The headers of an answer that are told, in lower case, at most 40, without any of the secrets. */
export function toldHeaders(
  headers: Iterable<readonly [name: string, value: string]>,
  secrets: readonly string[],
): Record<string, string> {
  const told: Record<string, string> = {};
  let count = 0;
  for (const [name, value] of headers) {
    if (!TOLD.test(name) || (count += 1) > MOST) continue;
    const clean = withoutTexts(value.slice(0, 2_000), secrets);
    told[name] = told[name] === undefined ? clean : `${told[name]}, ${clean}`.slice(0, 4_000);
  }
  return told;
}
