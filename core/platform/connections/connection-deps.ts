import type { SharedWebhooks } from "../../lib/app-webhooks/index.ts";
import type { Fetch } from "../../lib/kit/net/fetch.ts";
import type { Vault } from "../../lib/vault/index.ts";
import type { Connection, ConnectionStore } from "../../ports/stores/connection-store.ts";
import type { Actor } from "../auth/actor.ts";
import type { CommandLine } from "../command-line.ts";
import type { ConnectLinks } from "./flow/connect-link.ts";
import type { TestCredentials } from "./manage/credential-test.ts";
import type { ResolvedApp } from "./resolved-app.ts";

/** The dependencies of the connections module. */
export interface ConnectionDeps {
  /** The public URL of the service, without a trailing slash. */
  readonly origin: string;
  /** Formats commands of the operator, for hints. */
  readonly commandLine: CommandLine;
  readonly store: ConnectionStore;
  readonly vault: Vault;
  readonly links: ConnectLinks;
  /** Fetches the URLs of the catalog, and those of apps that the operator allows. */
  readonly fetch: Fetch;
  /**
   * Returns the function that fetches URLs that a remote MCP server names. These URLs may be in the
   * operator's network only if the server is.
   */
  fetchFor(server: string): Fetch;
  /** The apps that send the events of all connections to one address. */
  readonly sharedWebhooks: ReadonlyMap<string, SharedWebhooks>;
  readonly testCredentials: TestCredentials;
  /** Rejects with the `Problem` "app_not_found" or "catalog_not_ready". */
  resolveApp(account: string, slug: string): Promise<ResolvedApp>;
  /** Makes `resolveApp` read the apps of an account again, because this process changed them. */
  forgetOwnApps(account: string): void;
  /** Finds an API key that is neither revoked nor expired, or a person who is a member. */
  findActiveActor(account: string, id: string): Promise<Actor | undefined>;
  /** Finds several of them with one query. */
  findActiveActors(account: string, ids: readonly string[]): Promise<readonly Actor[]>;
  /**
   * Lists the tools of a remote MCP server for a connection that a user has just signed in. Goes on in
   * the background if that takes more than a few seconds. Never rejects.
   */
  listTools(connection: string): Promise<void>;
  /** Called after the status of a connection has changed. */
  onStatusChange(before: Connection, after: Connection): void;
  /** Called after a connection has become the default instead of another that no longer works. */
  onDefaultChange(before: Connection, after: Connection): void;
  /** Whether the deployment allows redirects to a URL. */
  isAllowedReturnUrl(url: string): boolean;
  /** Milliseconds since 1970. */
  now(): number;
  /** Receives errors of background work. */
  onError(error: unknown): void;
}
