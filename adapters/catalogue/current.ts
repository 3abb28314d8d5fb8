import type { Catalogue } from "../../core/index.ts";

/** The catalogue that stands in a folder. */
export async function currentCatalogue(_folder: string): Promise<Catalogue> {
  return {
    apps: [],
    tools: 0,
    busy: "There is no catalogue of apps yet.",
    app: async () => undefined,
    tool: async () => undefined,
    cards: async () => [],
    toolsOf: () => undefined,
    index: async () => undefined,
  };
}
