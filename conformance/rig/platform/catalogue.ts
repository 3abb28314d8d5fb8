import type { Catalogue } from "../../../core/index.ts";
import type { CompiledApp } from "../../../core/platform/domain/catalogue/compiled.ts";
import { selfContained } from "../../../core/platform/domain/catalogue/self-contained.ts";
import { buildIndex } from "../../../core/platform/domain/find/build.ts";

/** A catalogue in memory, of apps as the compiler makes them. */
export function createMemoryCatalog(compiled: readonly Omit<CompiledApp, "report">[]): Catalogue {
  const sorted = [...compiled].sort((a, b) => (a.record.slug < b.record.slug ? -1 : 1));
  const cards = sorted.flatMap((app) => app.cards);
  const bySlug = new Map(sorted.map((app) => [app.record.slug, app]));
  const index = buildIndex(sorted.flatMap((app) => app.documents));
  return {
    apps: sorted.map(({ record }) => record),
    tools: cards.length,
    findApp: async (slug) => bySlug.get(slug)?.record,
    async findTool(name) {
      const app = bySlug.get(name.slice(0, name.indexOf(".")));
      const tool = app?.tools.find((each) => each.name === name);
      return (
        tool && {
          ...tool,
          input: selfContained(tool.input, (definition) =>
            JSON.stringify(app!.definitions.get(definition)),
          ),
        }
      );
    },
    readCards: async (numbers) => numbers.map((number) => cards[number]!),
    toolRange(slug) {
      const first = cards.findIndex(({ name }) => name.startsWith(`${slug}.`));
      return bySlug.has(slug)
        ? { first: Math.max(first, 0), end: Math.max(first, 0) + bySlug.get(slug)!.cards.length }
        : undefined;
    },
    readIndex: async () => index,
  };
}
