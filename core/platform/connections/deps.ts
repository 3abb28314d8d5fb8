import type { AppRecord } from "../../lib/openapi-tools/index.ts";
import type { Vault } from "../../lib/vault/index.ts";
import type {
  Connection,
  ConnectionStore,
  StoredConnection,
} from "../../ports/connection-store.ts";
import type { Outbound } from "../../ports/outbound.ts";
import type { ConnectLinks } from "./connect-links.ts";

/** An app as an account sees it. */
export interface ResolvedApp {
  readonly record: AppRecord;
  /** Whether it is a custom app. A custom app never uses the OAuth client of a catalog app. */
  readonly isOwn: boolean;
}

/** The dependencies of the connections module. */
export interface ConnectionDeps {
  /** The public URL of the service, without a trailing slash. */
  readonly origin: string;
  readonly store: ConnectionStore;
  readonly vault: Vault;
  readonly links: ConnectLinks;
  readonly outbound: Outbound;
  /**
   * Returns the client for URLs that a remote MCP server names. These URLs may be in the operator's
   * network only if the server is.
   */
  outboundFor(server: string): Outbound;
  /** Rejects with the `Problem` "app_not_found" or "catalog_not_ready". */
  resolveApp(account: string, slug: string): Promise<ResolvedApp>;
  /** Whether an API key exists and is neither revoked nor expired. */
  isActiveKey(account: string, key: string): Promise<boolean>;
  /** Whether the deployment allows redirects to a URL. */
  isAllowedReturnUrl(url: string): boolean;
  /** Milliseconds since 1970. */
  now(): number;
  /** Receives errors of background work. */
  onError(error: unknown): void;
}

/**
 * Returns the HTTP client for a connection's OAuth endpoints. Discovered endpoints are untrusted.
 */
export const outboundForConnection = (
  deps: Pick<ConnectionDeps, "outbound" | "outboundFor">,
  { base }: Pick<AppRecord, "base">,
  { server }: Pick<Connection, "server">,
): Pick<ConnectionDeps, "outbound"> => (server ? { outbound: deps.outboundFor(base) } : deps);

/** The redirect URI of every OAuth sign-in. */
export const oauthCallbackUrl = (origin: string): string => `${origin}/oauth/callback`;

/** Formats a time as RFC 3339 in UTC. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

const MAX_ATTEMPTS = 20;

/**
 * Changes a stored connection with optimistic locking. After a conflicting change, `update` runs
 * again on the new version. If `update` returns `undefined`, the connection stays unchanged.
 * Resolves to the stored connection, or `undefined` if it does not exist.
 */
export async function updateStored(
  { store, now }: Pick<ConnectionDeps, "store" | "now">,
  id: string,
  update: (
    stored: StoredConnection,
  ) =>
    | { readonly set: Partial<Connection>; readonly encryptedSecrets?: string | null | undefined }
    | undefined,
): Promise<StoredConnection | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const stored = await store.find(id);
    const changes = stored && update(stored);
    if (!stored || !changes) return stored;
    const { encryptedSecrets } = changes;
    const connection: Connection = {
      ...stored.connection,
      ...changes.set,
      updated: isoTime(now()),
      version: stored.connection.version + 1,
    };
    if (await store.save(connection, { encryptedSecrets }))
      return {
        ...stored,
        connection,
        ...(encryptedSecrets !== undefined && { encryptedSecrets: encryptedSecrets ?? undefined }),
      };
  }
  throw new Error(`Connection ${id} changed concurrently ${MAX_ATTEMPTS} times in a row.`);
}
