import { didYouMean, findNearest } from "../../../lib/kit/text/find-nearest.ts";
import type { Catalog } from "../../../ports/catalog.ts";
import type { AccountApps } from "../account-apps.ts";
import type { ToolFinder } from "./tool-finder.ts";

/** The number of tools that a mistyped tool name is compared with. */
const MAX_SIMILAR_TOOLS = 20;
const MAX_TOOL_NAME_LENGTH = 200;

/**
 * Returns a question with the tool that a mistyped name most likely means, or an empty text. `slugs`
 * are the IDs of the apps that the caller can use.
 */
export async function suggestTool(
  {
    catalog,
    findRankedTools,
  }: { readonly catalog: Pick<Catalog, "findTool">; readonly findRankedTools: ToolFinder },
  { apps, slugs }: Pick<AccountApps, "apps"> & { readonly slugs: readonly string[] },
  name: string,
): Promise<string> {
  const [mistypedSlug = "", ...rest] = name.slice(0, MAX_TOOL_NAME_LENGTH).split(".");
  const slug = slugs.includes(mistypedSlug) ? mistypedSlug : findNearest(mistypedSlug, slugs, 0.6);
  if (slug === undefined) return "";
  const corrected = [slug, ...rest].join(".");
  if (apps.get(slug)?.tools.some((tool) => tool.name === corrected))
    return `Did you mean ${corrected}?`;
  if (!apps.has(slug) && (await catalog.findTool(corrected))) return `Did you mean ${corrected}?`;
  // The search tolerates typos and other word forms, and reads few of an app's tools. If the index
  // can't be read, the name is still unknown.
  const { tools: similar } = await findRankedTools({
    task: rest.join(" ").replaceAll("_", " "),
    limit: MAX_SIMILAR_TOOLS,
    accountApps: apps,
    connected: new Set(),
    apps: new Set([slug]),
  }).catch(() => ({ tools: [] }));
  const names = similar.map(({ card }) => card.name);
  const reordered = names.find((each) => wordsOf(each) === wordsOf(corrected));
  return reordered === undefined ? didYouMean(corrected, names) : `Did you mean ${reordered}?`;
}

/** The words of a tool name in any order, in the singular: `create_issue` and `issues_create`. */
const wordsOf = (name: string): string =>
  name
    .split(/[._]/)
    .map((word) => word.replace(/s$/, ""))
    .toSorted()
    .join(" ");
