import type { AppEntry } from "../../core/lib/openapi-tools/index.ts";
import type { Group } from "./plan/vendor-rule.ts";

/** The version of the catalog format. Increment it with every incompatible change. */
export const FORMAT = 3;

/** The file name of the manifest. A finished build replaces it atomically. */
export const MANIFEST = "catalog.json";

/** The manifest of a compiled catalog. */
export interface Manifest {
  readonly format: typeof FORMAT;
  /** The folder of the other files, relative to the manifest. */
  readonly folder: string;
  /** RFC 3339. */
  readonly builtAt: string;
  /** How long the build took. */
  readonly seconds: number;
  /** The number of apps with at least one tool. */
  readonly apps: number;
  /**
   * The number of remote MCP servers. They don't count as apps, and users must connect them to list
   * their tools.
   */
  readonly servers: number;
  readonly tools: number;
  /**
   * The number of documents that the tools come from. Documents with the same base URL form one
   * app.
   */
  readonly documents: number;
  readonly vendors: number;
  /**
   * The number of apps with complete authentication details: OAuth endpoints, or credential fields
   * and placements.
   */
  readonly completeAuth: number;
  /** The number of apps without authentication. */
  readonly open: number;
  readonly reviewed: number;
  readonly groups: Readonly<Record<Group | "mcp", number>>;
  /** The number of checked tools by level. Absent in catalogs without a record of checks. */
  readonly levels?: Readonly<Record<string, number>> | undefined;
  readonly sources: readonly {
    readonly name: string;
    readonly version: string;
    readonly integrity: string;
    readonly documents: number;
    readonly apps: number;
  }[];
  /** The SHA-256 of all tool names, sorted and one per line, in hexadecimal. */
  readonly names: string;
  readonly files: readonly {
    readonly name: string;
    readonly bytes: number;
    readonly sha256: string;
  }[];
  /** The number of omitted documents by reason. */
  readonly left: Readonly<Record<string, number>>;
}

/** An app in apps.json, with the numbers of its tools from `first` to before `end`. */
export interface AppRow extends AppEntry {
  readonly first: number;
  readonly end: number;
}

/** The files of a catalog, besides the manifest and one file per app in `apps/`. */
export const FILES = {
  apps: "apps.json",
  cards: "cards.jsonl",
  offsets: "cards.offsets",
  index: "find.bin",
  left: "left.jsonl",
  levels: "levels.json",
  notice: "NOTICE",
} as const;

/** Returns the path of an app's file in the catalog. */
export const appFilePath = (slug: string) => `apps/${slug}.jsonl.zst`;
