import { requireValue } from "../../../core/lib/kit/require-value.ts";
import {
  computeSums,
  type Divisions,
  EXCEPTION_LENGTH,
  exceptionKey,
  LISTED_LENGTH,
  listedKey,
  placeTool,
  SUM_LENGTH,
  type ToolState,
} from "./keys.ts";
import { type LevelEntry, NO_CLAIM } from "./level-record.ts";
import { type AppStates, claimAbout } from "./resolve-levels.ts";

/** A group has about this many tools, which share one sum in each division. */
const GROUP_SIZE = 128;
/** About how many characters of sums a tool costs. */
const SHARE = (4 * SUM_LENGTH) / GROUP_SIZE;
/** Fewer checked tools of an app have keys, which stay valid however many tools change. */
const MIN_RULED = 40;
/** How many seeds are tried, and how many of those that give exceptions different keys. */
const MAX_SEED = 5000;
const MAX_SEEDS = 60;

/**
 * Creates the entry of a vendor from the claims that its tools have earned, by name. `apps` are all
 * apps of the vendor. `pattern` stands for them: the beginning of their slugs, or the vendor's domain.
 * Chooses the shorter form for each app: the keys of the tools with claims, or the most frequent claim
 * and the exceptions.
 */
export function createEntry(
  claimByTool: ReadonlyMap<string, string>,
  apps: AppStates,
  pattern?: string,
): LevelEntry {
  const claims = [...new Set(claimByTool.values())].toSorted();
  const numberOf: FindNumber = (name) => {
    const claim = claimByTool.get(name);
    return claim === undefined ? NO_CLAIM : String(claims.indexOf(claim));
  };
  const listed: NonNullable<LevelEntry["listed"]> = {};
  const ruled: RuledApp[] = [];
  for (const [app, { tools }] of [...apps].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const byNumber = Map.groupBy(tools, ({ name }) => numberOf(name));
    const unchecked = byNumber.get(NO_CLAIM)?.length ?? 0;
    byNumber.delete(NO_CLAIM);
    const [first] = [...byNumber].toSorted((a, b) => b[1].length - a[1].length);
    if (!first) {
      if (pattern !== undefined) ruled.push({ app, rule: NO_CLAIM, tools: [] });
      continue;
    }
    const [rule, followers] = first;
    const checked = tools.length - unchecked;
    const cost = (tools.length - followers.length) * EXCEPTION_LENGTH + checked * SHARE;
    const isShort = cost < checked * LISTED_LENGTH;
    if (isShort && (pattern !== undefined || checked >= MIN_RULED))
      ruled.push({ app, rule, tools });
    else
      listed[app] = joinKeys(byNumber, (tool, number) =>
        listedKey(tool, claimAbout(tool, claims, number)),
      );
  }
  const isRuled = ruled.some(({ rule }) => rule !== NO_CLAIM);
  return {
    claims,
    ...(Object.keys(listed).length > 0 && { listed }),
    ...(isRuled && { most: listRules(ruled, pattern), ...createRules(ruled, claims, numberOf) }),
  };
}

type FindNumber = (name: string) => string;

/** An app with the number of its most frequent claim. */
interface RuledApp {
  readonly app: string;
  readonly rule: string;
  readonly tools: readonly ToolState[];
}

/** Lists apps by claim. The pattern stands for those with the most frequent one. */
function listRules(ruled: readonly RuledApp[], pattern: string | undefined): LevelEntry["most"] {
  const byRule = [...Map.groupBy(ruled, ({ rule }) => rule)].toSorted(
    (a, b) => b[1].length - a[1].length,
  );
  return Object.fromEntries(
    byRule.map(([rule, apps], index) => [
      rule,
      index === 0 && pattern !== undefined ? [pattern] : apps.map(({ app }) => app),
    ]),
  );
}

function createRules(
  apps: readonly RuledApp[],
  claims: readonly string[],
  numberOf: FindNumber,
): Pick<LevelEntry, "except" | "sums"> {
  const claimed = apps.flatMap(({ tools }) =>
    tools.flatMap((tool) => {
      const number = numberOf(tool.name);
      return number === NO_CLAIM ? [] : [{ ...tool, claim: claimAbout(tool, claims, number) }];
    }),
  );
  const divisions = findDivisions(claimed, (seed) =>
    apps.every((app) => hasDistinctExceptions(app, seed, numberOf)),
  );
  const except = Object.fromEntries(
    apps.flatMap(({ app, rule, tools }) => {
      const others = tools.filter(({ name }) => numberOf(name) !== rule);
      const byNumber = Map.groupBy(others, ({ name }) => numberOf(name));
      const keys = joinKeys(byNumber, ({ name }) => exceptionKey(name, divisions.seed));
      return others.length > 0 ? [[app, keys] as const] : [];
    }),
  );
  return {
    ...(Object.keys(except).length > 0 && { except }),
    sums: { ...divisions, text: computeSums(claimed, divisions).join("") },
  };
}

/** Whether no key of an app's exceptions is that of a tool with another claim. */
function hasDistinctExceptions(
  { rule, tools }: RuledApp,
  seed: number,
  numberOf: FindNumber,
): boolean {
  if (tools.every(({ name }) => numberOf(name) === rule)) return true;
  const seen = new Map<string, string>();
  return tools.every(({ name }) => {
    const key = exceptionKey(name, seed);
    const number = numberOf(name);
    const other = seen.get(key) ?? number;
    seen.set(key, number);
    return other === number;
  });
}

/**
 * Finds the smallest division into groups in which no two tools share all groups, so that a changed
 * tool takes only its own claim with it.
 */
function findDivisions(
  tools: readonly ToolState[],
  isUsable: (seed: number) => boolean,
): Divisions {
  const seeds: number[] = [];
  for (let seed = 0; seed < MAX_SEED && seeds.length < MAX_SEEDS; seed += 1)
    if (isUsable(seed)) seeds.push(seed);
  if (seeds.length === 0) throw new Error("No seed gives the exceptions different keys.");
  const found = [3, 4].map((divisions) => {
    for (let groups = Math.ceil(tools.length / GROUP_SIZE) + 1; ; groups = grow(groups)) {
      const candidates = seeds.map((seed) => ({ divisions, groups, seed }));
      const fitting = candidates.find((candidate) => hasDistinctPlaces(tools, candidate));
      if (fitting) return fitting;
    }
  });
  const [smallest] = found.toSorted((a, b) => a.divisions * a.groups - b.divisions * b.groups);
  return requireValue(smallest, "the smallest divisions");
}

const grow = (groups: number): number => Math.ceil(groups * 1.1);

function hasDistinctPlaces(tools: readonly ToolState[], divisions: Divisions): boolean {
  const seen = new Set<string>();
  return tools.every(({ name }) => {
    const place = placeTool(name, divisions).join();
    return !seen.has(place) && seen.add(place);
  });
}

/** Joins keys in an order that doesn't depend on names, so that the record is the same each time. */
const joinKeys = (
  tools: ReadonlyMap<string, readonly ToolState[]>,
  key: (tool: ToolState, number: string) => string,
): Record<string, string> =>
  Object.fromEntries(
    [...tools].map(([number, group]) => [
      number,
      group
        .map((tool) => key(tool, number))
        .toSorted()
        .join(""),
    ]),
  );
