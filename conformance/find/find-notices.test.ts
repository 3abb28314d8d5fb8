import { readFileSync } from "node:fs";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { isEnglish, openIndex, search } from "../../core/lib/tool-search/index.ts";
import { MIN_FIT } from "../../core/platform/catalog/search/search-notices.ts";
import { findCatalogFolder, readPopularApps } from "../bench/find/catalog.ts";
import { readEveryday } from "../bench/find/everyday.ts";
import { readUnfitting } from "../bench/find/unfitting.ts";

interface LanguageTasks {
  /** By language. */
  readonly other: Readonly<Record<string, readonly string[]>>;
  readonly english: readonly string[];
}

const languages = JSON.parse(
  readFileSync(new URL("../bench/find/languages.json", import.meta.url), "utf8"),
) as Record<"tuning" | "heldOut", LanguageTasks>;

describe.each(["tuning", "heldOut"] as const)("the language of the %s tasks", (part) => {
  it.each(Object.entries(languages[part].other))("isn't English: %s", (_, tasks) => {
    expect(tasks.filter(isEnglish)).toEqual([]);
  });

  it("is English if only names and quotes are in other languages", () => {
    expect(languages[part].english.filter((task) => !isEnglish(task))).toEqual([]);
  });

  it("is English for everyday requests", () => {
    const requests = readEveryday(part === "tuning" ? "tuning" : "held out").requests;
    expect(requests.map(({ request }) => request).filter((task) => !isEnglish(task))).toEqual([]);
  });
});

const folder = findCatalogFolder(process.env);

describe.skipIf(!folder)(
  `the notice that no tool serves a task${folder ? "" : " (skipped: CATALOG_DIR names no catalog)"}`,
  () => {
    it("is given for most unfitting tasks, and hardly ever for others", () => {
      const index = openIndex(new Uint8Array(readFileSync(`${folder}/find.bin`)));
      const popularity = readPopularApps(folder!);
      const isNoticed = (task: string) => {
        const { matches, fit } = search(index, { task, limit: 1, ...popularity });
        return matches.length === 0 || fit < MIN_FIT;
      };
      for (const part of ["tuning", "held out"] as const) {
        const unfitting = readUnfitting(part).map(({ task }) => isNoticed(task));
        const everyday = readEveryday(part).requests.map(({ request }) => isNoticed(request));
        expect(shareOf(unfitting), part).toBeGreaterThan(0.8);
        expect(shareOf(everyday), part).toBeLessThan(0.015);
      }
    }, 60_000);
  },
);

const shareOf = (values: readonly boolean[]): number =>
  values.filter(Boolean).length / values.length;
