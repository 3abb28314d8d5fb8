import type { AppRecord } from "../../ports/apps.ts";
import type {
  Connection,
  ConnectionStore,
  StoredConnection,
} from "../../ports/connection-store.ts";
import type { Outbound } from "../../ports/outbound.ts";
import type { ConnectLinks } from "./connect-links.ts";
import type { Vault } from "./vault.ts";

/** An app as connecting needs it. */
export interface ResolvedApp {
  readonly record: AppRecord;
  /** Whether the account has added it itself: then it is never shown the clients of the catalog's apps. */
  readonly isOwn: boolean;
}

/** What all that is done with connections is done with. */
export interface ConnectionDeps {
  /** Where the service is, in public, without a slash at the end. */
  readonly origin: string;
  readonly store: ConnectionStore;
  readonly vault: Vault;
  readonly links: ConnectLinks;
  readonly outbound: Outbound;
  /** What fetches from addresses that a server has named by itself: where that server is none of the operator's network, nor are they. */
  outboundFor(server: string): Outbound;
  /** Throws the `Problem`s "app_not_found" and "catalog_not_ready". */
  resolveApp(account: string, slug: string): Promise<ResolvedApp>;
  /** Whether a key is there and was not revoked. */
  isActiveKey(account: string, key: string): Promise<boolean>;
  /** Whether the operator lets people be sent to an address. */
  isAllowedReturnUrl(url: string): boolean;
  /** Milliseconds since 1970. */
  now(): number;
  /** Told of what went wrong that nobody waits for. */
  onError(error: unknown): void;
}

/** What is asked with: of a remote MCP server's own naming, what is for strangers. */
export const outboundForConnection = (
  deps: Pick<ConnectionDeps, "outbound" | "outboundFor">,
  { base }: Pick<AppRecord, "base">,
  { server }: Pick<Connection, "server">,
): Pick<ConnectionDeps, "outbound"> => (server ? { outbound: deps.outboundFor(base) } : deps);

/** The one address that apps send people back to. */
export const oauthCallbackUrl = (origin: string): string => `${origin}/oauth/callback`;

/** A time as it is kept. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

const MAX_TRIES = 20;

/** Changes a connection, whoever else changes it meanwhile: `next` is asked anew for what is kept then, and gives nothing to leave it. Gives what is kept at last; none where it is gone. */
export async function updateStored(
  { store, now }: Pick<ConnectionDeps, "store" | "now">,
  id: string,
  update: (
    stored: StoredConnection,
  ) =>
    | { readonly set: Partial<Connection>; readonly sealed?: string | null | undefined }
    | undefined,
): Promise<StoredConnection | undefined> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const stored = await store.find(id);
    const changes = stored && update(stored);
    if (!stored || !changes) return stored;
    const { sealed } = changes;
    const connection: Connection = {
      ...stored.connection,
      ...changes.set,
      updated: isoTime(now()),
      version: stored.connection.version + 1,
    };
    if (await store.save(connection, { sealed }))
      return {
        ...stored,
        connection,
        ...(sealed !== undefined && { sealed: sealed ?? undefined }),
      };
  }
  throw new Error(`The connection ${id} was changed by others ${MAX_TRIES} times in a row.`);
}
