import type { AppEntry, AppRecord, ToolCard, ToolRecord } from "../lib/openapi-tools/index.ts";

/**
 * The apps that can be connected, and their tools. A tool's number is its index among all tools,
 * and is stable while the catalog is open.
 */
export interface Catalog {
  /**
   * All apps, sorted by slug. The same array until the catalog changes. Empty during the first
   * compilation.
   */
  readonly apps: readonly AppEntry[];
  /** The number of tools. */
  readonly tools: number;
  /** The state of the compilation as a sentence, if the catalog isn't ready. */
  readonly progress?: string | undefined;
  findApp(slug: string): Promise<AppRecord | undefined>;
  findTool(name: string): Promise<ToolRecord | undefined>;
  /** Returns the cards of these tools, in the same order. */
  readCards(numbers: readonly number[]): Promise<readonly ToolCard[]>;
  /**
   * Returns the numbers of an app's tools, which are sorted by name: from `first` up to but
   * excluding `end`.
   */
  toolRange(slug: string): { readonly first: number; readonly end: number } | undefined;
  /**
   * Returns the serialized search index of the tools. Resolves to `undefined` until the catalog is
   * compiled.
   */
  readIndex(): Promise<Uint8Array | undefined>;
}
