import type { AppEntry } from "../../core/index.ts";
import type { Group } from "./vendors.ts";

/** Raised when what is written changes its form. */
export const FORMAT = 2;

/** The file that says what is in a compiled catalog, and in which folder beside it. It is replaced at once when a build is done. */
export const MANIFEST = "catalog.json";

/** What a compiled catalog is, and what it is made of. */
export interface Manifest {
  readonly format: typeof FORMAT;
  /** The folder of the other files, beside this one. */
  readonly folder: string;
  /** RFC 3339. */
  readonly builtAt: string;
  readonly seconds: number;
  /** With at least one tool. */
  readonly apps: number;
  /** Remote MCP servers, whose tools are listed once they are connected; not among the apps. */
  readonly servers: number;
  readonly tools: number;
  /** How many documents the tools are from: several of one address are one app. */
  readonly documents: number;
  readonly vendors: number;
  /** Apps whose way to sign in needs nothing that isn't known: OAuth endpoints, or what is entered and where it goes. */
  readonly completeAuth: number;
  /** Apps that anyone may use. */
  readonly open: number;
  readonly reviewed: number;
  readonly groups: Readonly<Record<Group | "mcp", number>>;
  readonly sources: readonly {
    readonly name: string;
    readonly version: string;
    readonly integrity: string;
    readonly documents: number;
    readonly apps: number;
  }[];
  /** Of the sorted names of all tools, one a line: SHA-256, in hexadecimal. */
  readonly names: string;
  readonly files: readonly {
    readonly name: string;
    readonly bytes: number;
    readonly sha256: string;
  }[];
  /** How many documents were not taken, by reason. */
  readonly left: Readonly<Record<string, number>>;
}

/** A line of apps.json: an app, and the numbers of its tools. */
export interface AppRow extends AppEntry {
  readonly first: number;
  readonly end: number;
}

/** The files of a catalog besides the manifest; each app has one in `apps/`. */
export const FILES = {
  apps: "apps.json",
  cards: "cards.jsonl",
  offsets: "cards.offsets",
  index: "find.bin",
  left: "left.jsonl",
  notice: "NOTICE",
} as const;

/** What an app's file is called. */
export const appFilePath = (slug: string) => `apps/${slug}.jsonl.zst`;
