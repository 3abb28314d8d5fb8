import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FILES, type Manifest } from "../format.ts";
import { countLevels, formatCompiledLevels } from "../levels/compiled-levels.ts";
import type { LevelRecord } from "../levels/level-record.ts";
import { resolveLevels } from "../levels/resolve-levels.ts";
import type { AppPart } from "./app-part.ts";

/** Writes the checks of tools that are unchanged since. Returns how many tools have each level. */
export async function writeLevels(
  buildFolder: string,
  parts: readonly AppPart[],
  record: LevelRecord,
): Promise<Manifest["levels"]> {
  const apps = new Map(parts.map(({ entry, state }) => [entry.slug, state]));
  const claims = resolveLevels(record, apps);
  await writeFile(join(buildFolder, FILES.levels), formatCompiledLevels(claims, apps));
  return countLevels(claims.values());
}
