import type { JobKind } from "../job-queue.ts";

/** The background listing of tools. The key of a job is the ID of its connection. */
export const TOOL_LIST_JOBS: JobKind = { name: "tool_list" };

/** Why the tools of a connection couldn't be listed. */
export interface ToolListFailure {
  /** A sentence for users. It contains no secret. */
  readonly message: string;
  /** RFC 3339, UTC. */
  readonly at: string;
  /** The number of failed attempts since the last successful one. */
  readonly attempts: number;
  /** Whether there is no next attempt by itself. */
  readonly isFinal?: boolean | undefined;
}

/** The tools of a remote MCP server as one connection sees them, without the tools themselves. */
export interface ToolList {
  /** The ID of the connection. */
  readonly connection: string;
  readonly account: string;
  /** The end user that owns the connection. Absent: the account itself. */
  readonly user?: string | undefined;
  readonly app: string;
  /** The label of the connection. */
  readonly label: string;
  /** Whether the connection is its owner's default for the app, and hasn't expired. */
  readonly isDefault: boolean;
  /** The version of the connection after its last sign-in. A list belongs to one sign-in. */
  readonly signIn: number;
  /** When the tools were last listed since the sign-in (RFC 3339, UTC). Absent: never. */
  readonly listed?: string | undefined;
  /** The server that listed the tools, and the format of the stored ones. */
  readonly source?: string | undefined;
  /** The digest of the stored tools. */
  readonly digest?: string | undefined;
  /** Which tools of the server the stored ones lack, as sentences for users. Absent: none. */
  readonly omitted?: string | undefined;
  /** Absent after a successful attempt. */
  readonly failure?: ToolListFailure | undefined;
}

/** The outcome of listing the tools of a connection. */
export type ToolListResult =
  | {
      readonly listed: string;
      readonly source: string;
      readonly digest: string;
      /** The compiled tools, as JSON. */
      readonly compiled: string;
      readonly omitted?: string | undefined;
    }
  | { readonly failure: ToolListFailure };

/**
 * Stores the tools that remote MCP servers list for connections. `ConnectionStore` adds an empty
 * list when a user signs in, and deletes the list with the connection.
 */
export interface ToolListStore {
  /**
   * Returns the lists of an account's connections that are active, expired or disabled: the default
   * connection first, then the newest. With `user`, only those of an end user or, if null, of the
   * account itself.
   */
  listToolLists(
    account: string,
    options: { readonly user?: string | null | undefined; readonly app?: string | undefined },
  ): Promise<readonly ToolList[]>;
  /** Returns the list of a connection in any status. */
  findToolList(connection: string): Promise<ToolList | undefined>;
  /** Returns the compiled tools of a connection if they have this digest. */
  readListedTools(connection: string, digest: string): Promise<string | undefined>;
  /**
   * Saves the outcome of an attempt if the list still belongs to this sign-in, and adds the job of
   * the next attempt at `due` (milliseconds since 1970), if there is one. A failure keeps the stored tools. Returns
   * whether it was saved.
   */
  saveToolList(
    list: Pick<ToolList, "connection" | "signIn">,
    result: ToolListResult,
    due: number | undefined,
  ): Promise<boolean>;
  /** Deletes the list of a connection whose app lists no tools for connections. */
  deleteToolList(connection: string): Promise<void>;
}
