import type { Catalogue } from "../../ports/catalogue.ts";
import type { ToolCard } from "../domain/catalogue/record.ts";
import type { CompiledApp } from "./own-apps.ts";

/** What is looked for, and what is known of who asks. */
export interface Asked {
  readonly task: string;
  readonly limit: number;
  /** The apps that the account has added. */
  readonly own: ReadonlyMap<string, CompiledApp>;
  /** How many connections there are to each app, by its slug. */
  readonly connected: ReadonlyMap<string, number>;
  /** Whether tools of an app may be found; all by default. */
  readonly allows?: (slug: string) => boolean;
}

export interface Found {
  readonly slug: string;
  readonly card: ToolCard;
  /** From 0 to 1. */
  readonly score: number;
  readonly why: readonly string[];
}

/** Finds tools for a task, the best first. */
export type Finder = (asked: Asked) => Promise<readonly Found[]>;

export function createFinder(_catalogue: Catalogue): Finder {
  return async () => [];
}
