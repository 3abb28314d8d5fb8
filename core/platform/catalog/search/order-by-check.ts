import type { ToolCheck } from "../../../lib/openapi-tools/index.ts";
import { LIKELY, type SearchNotice } from "./search-notices.ts";
import type { RankedTool, RankedTools } from "./tool-finder.ts";

/** Scores that differ by less are equal. */
const EQUAL = 0.005;

/** The levels of checks, the highest one first. Tools without a check were only compiled. */
const LEVELS: readonly (ToolCheck["level"] | undefined)[] = [
  "matches_client",
  "matches_example",
  "known_endpoint",
  undefined,
];

/**
 * Puts tools with a higher level first among those with equal scores, and refuted ones last. Scores
 * stay sorted, because each position keeps its own. Tools for steps take turns, so only refuted ones
 * move.
 */
export function orderByCheck({ tools, steps }: Pick<RankedTools, "tools" | "steps">) {
  const sound = tools.filter((tool) => !isRefuted(tool));
  const refuted = tools
    .filter(isRefuted)
    .map((tool) => ({ ...tool, confidence: Math.min(tool.confidence, LIKELY - 0.01) }));
  if (steps) return [...sound, ...refuted];
  const ordered = [...groupEqual(sound).flatMap(sortByLevel), ...refuted];
  return ordered.map((tool, position) => ({
    ...tool,
    score: tools[position]?.score ?? tool.score,
  }));
}

/** Reports that the best match is refuted, and therefore comes last. */
export function createRefutedNotice([best]: readonly RankedTool[]): SearchNotice | undefined {
  if (!best || !isRefuted(best)) return undefined;
  const { name, check } = best.card;
  const judge = check?.client
    ? `the vendor's client ${check.client.name} ${check.client.version}`
    : "the vendor's example";
  return {
    code: "refuted_tool",
    app: name.slice(0, name.indexOf(".")),
    message: `The request of ${name} differs from that of ${judge}.`,
    hint: "The tool probably fails. Use another tool if one fits.",
  };
}

const isRefuted = ({ card }: RankedTool): boolean => card.check?.level === "refuted";

const sortByLevel = (tools: readonly RankedTool[]): readonly RankedTool[] =>
  tools.toSorted(
    (a, b) => LEVELS.indexOf(a.card.check?.level) - LEVELS.indexOf(b.card.check?.level),
  );

/** Groups tools whose scores equal that of the first one of the group. */
function groupEqual(tools: readonly RankedTool[]): readonly RankedTool[][] {
  const groups: { readonly score: number; readonly tools: RankedTool[] }[] = [];
  for (const tool of tools) {
    const group = groups.at(-1);
    if (group && group.score - tool.score < EQUAL) group.tools.push(tool);
    else groups.push({ score: tool.score, tools: [tool] });
  }
  return groups.map((group) => group.tools);
}
