import { commandLine } from "../../runtime/command-line.ts";
import type { AppRow, Manifest } from "../format.ts";
import { parseLevels, readLevelText } from "./level-record.ts";
import { findUnknown } from "./resolve-levels.ts";

/**
 * Reports a malformed record of checks, and apps and tools in it that the catalog doesn't have.
 * `names` are those of all tools, sorted.
 */
export function checkLevels(
  rows: readonly AppRow[],
  names: readonly string[],
  addProblem: (message: string) => void,
): void {
  const apps = new Map(
    rows.map(({ slug, vendor, first, end }) => [
      slug,
      { vendor, tools: names.slice(first, end).map((name) => ({ name, state: "" })) },
    ]),
  );
  try {
    for (const unknown of findUnknown(parseLevels(readLevelText()), apps))
      addProblem(`levels.json: the entry of ${unknown}, which doesn't exist. ${REMEDY}`);
  } catch (error) {
    addProblem((error as Error).message);
  }
}

const REMEDY = "Record it again: npm run conformance -- vendors VENDOR --record";

/** Reports that tools have gained or lost levels, which the documentation counts. */
export function checkLevelCounts(
  { levels = {} }: Manifest,
  recorded: Manifest["levels"] = {},
  addProblem: (message: string) => void,
): void {
  for (const level of Object.keys({ ...levels, ...recorded }))
    if (levels[level] !== recorded[level])
      addProblem(
        `${levels[level] ?? 0} tools have the level ${level}, and ${recorded[level] ?? 0} are recorded. A tool that changes loses its level. ${REMEDY}. Then accept the counts: ${commandLine("catalog --accept")}`,
      );
}
