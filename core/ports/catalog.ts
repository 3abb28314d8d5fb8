import type { AppEntry, AppRecord, ToolCard, ToolRecord } from "./apps.ts";

/** The apps that can be connected, and their tools. A tool's number is its place among all, and stays as long as the catalog is open. */
export interface Catalog {
  /** Sorted by slug; the same array as long as nothing has changed. Empty while the catalog is being compiled for the first time. */
  readonly apps: readonly AppEntry[];
  /** How many tools there are. */
  readonly tools: number;
  /** What is being done, if it is not ready: a sentence. */
  readonly progress?: string | undefined;
  findApp(slug: string): Promise<AppRecord | undefined>;
  findTool(name: string): Promise<ToolRecord | undefined>;
  /** The cards of these tools, in this order. */
  readCards(numbers: readonly number[]): Promise<readonly ToolCard[]>;
  /** The numbers of an app's tools: from the first up to, and without, the end; they are sorted by name. */
  toolRange(slug: string): { readonly first: number; readonly end: number } | undefined;
  /** The packed index for finding tools; none while there is no catalog. */
  readIndex(): Promise<Uint8Array | undefined>;
}
