import type { AppEntry, ToolCheck } from "../../../core/lib/openapi-tools/index.ts";
import { type Level, levelOf } from "./level-record.ts";
import type { AppStates } from "./resolve-levels.ts";

/** The file of a compiled catalog with the checks of its tools. */
interface CompiledLevels {
  readonly claims: readonly string[];
  /**
   * For each app with checked tools, in the order of their numbers: how many tools in succession have
   * a claim, and its number. -1 stands for no claim.
   */
  readonly runs: Readonly<Record<string, readonly number[]>>;
}

/** Formats the claims of tools by name. */
export function formatCompiledLevels(
  claimByTool: ReadonlyMap<string, string>,
  apps: AppStates,
): string {
  const claims = [...new Set(claimByTool.values())].toSorted();
  const runs: Record<string, number[]> = {};
  for (const [app, { tools }] of apps) {
    const numbers = tools.map(({ name }) => claims.indexOf(claimByTool.get(name) ?? ""));
    if (numbers.some((number) => number >= 0)) runs[app] = encodeRuns(numbers);
  }
  return `${JSON.stringify({ claims, runs } satisfies CompiledLevels)}\n`;
}

function encodeRuns(numbers: readonly number[]): number[] {
  const runs: { readonly number: number; count: number }[] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last?.number === number) last.count += 1;
    else runs.push({ number, count: 1 });
  }
  return runs.flatMap(({ number, count }) => [count, number]);
}

/** The checks of a compiled catalog. */
interface Checks {
  /** Returns the check of a tool by its number. */
  find(number: number): ToolCheck | undefined;
  /** Returns how many tools of an app have each level. Undefined if none was checked. */
  count(app: string): AppEntry["checks"];
}

export const NO_CHECKS: Checks = { find: () => undefined, count: () => undefined };

/** Parses the file of a compiled catalog. `firstTool` returns the number of an app's first tool. */
export function parseCompiledLevels(
  text: string,
  firstTool: (app: string) => number,
  tools: number,
): Checks {
  const { claims, runs } = JSON.parse(text) as CompiledLevels;
  const checks = claims.map(parseClaim);
  // 0 stands for no claim.
  const claimByTool = new Uint16Array(tools);
  for (const [app, ofApp] of Object.entries(runs)) {
    let next = firstTool(app);
    for (let at = 0; at < ofApp.length; at += 2) {
      const [count = 0, claim = -1] = ofApp.slice(at, at + 2);
      claimByTool.fill(claim + 1, next, next + count);
      next += count;
    }
  }
  return {
    find: (number) => checks[(claimByTool[number] ?? 0) - 1],
    count: (app) => (Object.hasOwn(runs, app) ? countRuns(runs[app] ?? [], claims) : undefined),
  };
}

const countRuns = (runs: readonly number[], claims: readonly string[]): Counts =>
  runs.reduce<Counts>(
    (counts, length, at) =>
      at % 2 === 0 ? addLevel(counts, claims[runs[at + 1] ?? -1], length) : counts,
    NO_LEVELS,
  );

/** Parses a claim: a level, and the client with its version or the example with its date. */
function parseClaim(claim: string): ToolCheck {
  const [level, by = "", date] = claim.split(" ") as [Level, string?, string?];
  if (date !== undefined) return { level, example: { url: by, date } };
  const at = by.lastIndexOf("@");
  return { level, client: { name: by.slice(0, at), version: by.slice(at + 1) } };
}

type Counts = Readonly<Record<Level, number>>;

const NO_LEVELS: Counts = { matches_client: 0, matches_example: 0, known_endpoint: 0, refuted: 0 };

/** Counts claims by level. */
export const countLevels = (claims: Iterable<string>): Counts =>
  [...claims].reduce((counts, claim) => addLevel(counts, claim, 1), NO_LEVELS);

function addLevel(counts: Counts, claim: string | undefined, count: number): Counts {
  if (claim === undefined) return counts;
  const level = levelOf(claim);
  return { ...counts, [level]: counts[level] + count };
}
