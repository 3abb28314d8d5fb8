import { requireValue } from "../../../core/lib/kit/require-value.ts";
import {
  type AppState,
  type ClaimedTool,
  computeSums,
  EXCEPTION_LENGTH,
  exceptionKey,
  LISTED_LENGTH,
  listedKey,
  placeTool,
  SUM_LENGTH,
  splitKeys,
  type ToolState,
} from "./keys.ts";
import {
  type Level,
  type LevelEntry,
  type LevelRecord,
  levelOf,
  NO_CLAIM,
} from "./level-record.ts";

/** The apps of a catalog by slug. */
export type AppStates = ReadonlyMap<string, AppState>;

/**
 * Finds the claims of the tools that are unchanged since they were checked, by name. A tool with
 * claims of several entries has the highest one.
 */
export function resolveLevels(record: LevelRecord, apps: AppStates): Map<string, string> {
  const claims = new Map<string, string>();
  for (const entry of Object.values(record))
    for (const { name, claim } of [...resolveListed(entry, apps), ...resolveMost(entry, apps)]) {
      const known = claims.get(name);
      if (known === undefined || rank(claim) < rank(known)) claims.set(name, claim);
    }
  return claims;
}

/** A refuted tool has a known endpoint, and the refutation says more. */
const RANKS: readonly Level[] = ["matches_client", "matches_example", "refuted", "known_endpoint"];
const rank = (claim: string): number => RANKS.indexOf(levelOf(claim));

/** Finds the apps and tools that a record names and the catalog doesn't have. */
export function findUnknown(record: LevelRecord, apps: AppStates): readonly string[] {
  return Object.entries(record).flatMap(([vendor, { listed = {}, most = {}, except, sums }]) => {
    const named = [...Object.keys(listed), ...Object.values(most).flat()];
    const unknownApps = named.filter((pattern) => findApps(pattern, apps).length === 0);
    const unknownTools = Object.entries(except ?? {}).flatMap(([app, byClaim]) => {
      const { seed } = requireValue(sums, `the sums of ${vendor}`);
      const keys = new Set(
        (apps.get(app)?.tools ?? []).map(({ name }) => exceptionKey(name, seed)),
      );
      return Object.values(byClaim)
        .flatMap((text) => splitKeys(text, EXCEPTION_LENGTH))
        .flatMap((key) => (keys.has(key) ? [] : [`${app} (key ${key})`]));
    });
    return [
      ...unknownApps.map((app) => `${vendor} names the app ${app}`),
      ...unknownTools.map((tool) => `${vendor} names a tool of ${tool}`),
    ];
  });
}

/** The apps of a pattern: a slug, the beginning of slugs with `_`, or the domain of a vendor. */
function findApps(pattern: string, apps: AppStates): readonly string[] {
  if (apps.has(pattern)) return [pattern];
  return [...apps.keys()].filter((slug) =>
    pattern.endsWith("_") ? slug.startsWith(pattern) : apps.get(slug)?.vendor === pattern,
  );
}

/** The claim of an entry with a number, about a tool. */
export const claimAbout = (tool: ToolState, claims: readonly string[], number: string): string =>
  claimText(requireValue(claims[Number(number)], `the claim ${number}`), tool);

/** The text of a claim about a tool. */
export const claimText = (claim: string, { client }: ToolState): string =>
  claim.replace("*", client ?? "");

function* resolveListed({ claims, listed = {} }: LevelEntry, apps: AppStates) {
  for (const [app, byClaim] of Object.entries(listed))
    for (const [number, text] of Object.entries(byClaim)) {
      const keys = new Set(splitKeys(text, LISTED_LENGTH));
      for (const tool of apps.get(app)?.tools ?? []) {
        const claim = claimAbout(tool, claims, number);
        if (keys.has(listedKey(tool, claim))) yield { name: tool.name, claim };
      }
    }
}

/** A tool is unchanged if one of its groups is. */
function resolveMost(entry: LevelEntry, apps: AppStates): readonly ClaimedTool[] {
  const { sums } = entry;
  if (!sums) return [];
  const claimed = [...readClaims(entry, apps)];
  const expected = splitKeys(sums.text, SUM_LENGTH);
  const actual = computeSums(claimed, sums);
  return claimed.filter(({ name }) =>
    placeTool(name, sums).some((group) => actual[group] === expected[group]),
  );
}

/** Reads the claims that the rules of an entry make about the tools that exist now. */
function* readClaims(entry: LevelEntry, apps: AppStates): Generator<ClaimedTool> {
  const { claims, except = {}, sums } = entry;
  const { seed } = requireValue(sums, "the sums of an entry with rules");
  for (const [app, rule] of readRules(entry, apps)) {
    const exceptions = new Map(
      Object.entries(except[app] ?? {}).flatMap(([number, text]) =>
        splitKeys(text, EXCEPTION_LENGTH).map((key) => [key, number] as const),
      ),
    );
    for (const tool of apps.get(app)?.tools ?? []) {
      const number = exceptions.get(exceptionKey(tool.name, seed)) ?? rule;
      if (number !== NO_CLAIM) yield { ...tool, claim: claimAbout(tool, claims, number) };
    }
  }
}

/** Returns the number of the claim that most tools of an app have, by app. */
function readRules({ listed = {}, most = {} }: LevelEntry, apps: AppStates): Map<string, string> {
  const patterns = Object.entries(most).flatMap(([number, named]) =>
    named.map((pattern) => ({ pattern, number })),
  );
  const rules = new Map<string, string>();
  for (const { pattern, number } of patterns)
    if (!apps.has(pattern)) for (const app of findApps(pattern, apps)) rules.set(app, number);
  for (const app of Object.keys(listed)) rules.delete(app);
  for (const { pattern, number } of patterns) if (apps.has(pattern)) rules.set(pattern, number);
  return new Map([...rules].filter(([, number]) => number !== NO_CLAIM));
}
