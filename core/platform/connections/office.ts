import type { AppRecord } from "../../ports/apps.ts";
import type { Connection, Connections, KeptConnection } from "../../ports/connections.ts";
import type { Outbound } from "../../ports/outbound.ts";
import type { Links } from "./links.ts";
import type { Safe } from "./safe.ts";

/** An app as connecting needs it. */
export interface AppFound {
  readonly record: AppRecord;
  /** Whether the account has added it itself: then it is never shown the clients of the catalogue's apps. */
  readonly isOwn: boolean;
}

/** What all that is done with connections is done with. */
export interface Office {
  /** Where the service is, in public, without a slash at the end. */
  readonly origin: string;
  readonly connections: Connections;
  readonly safe: Safe;
  readonly links: Links;
  readonly outbound: Outbound;
  /** What fetches from addresses that a server has named by itself: where that server is none of the operator's network, nor are they. */
  outboundFor(server: string): Outbound;
  /** Throws the `Problem`s "app_not_found" and "catalogue_not_ready". */
  appOf(account: string, slug: string): Promise<AppFound>;
  /** Whether a key is there and was not revoked. */
  isGoodKey(account: string, key: string): Promise<boolean>;
  /** Whether the operator lets people be sent to an address. */
  mayReturnTo(url: string): boolean;
  /** Milliseconds since 1970. */
  now(): number;
  /** Told of what went wrong that nobody waits for. */
  fault(error: unknown): void;
}

/** What is asked with: of a remote MCP server's own naming, what is for strangers. */
export const reaching = (
  office: Pick<Office, "outbound" | "outboundFor">,
  { base }: Pick<AppRecord, "base">,
  { server }: Pick<Connection, "server">,
): Pick<Office, "outbound"> => (server ? { outbound: office.outboundFor(base) } : office);

/** The one address that apps send people back to. */
export const callbackOf = (origin: string): string => `${origin}/oauth/callback`;

/** A time as it is kept. */
export const timeOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

const TRIES = 20;

/** Changes a connection, whoever else changes it meanwhile: `next` is asked anew for what is kept then, and gives nothing to leave it. Gives what is kept at last; none where it is gone. */
export async function change(
  { connections, now }: Pick<Office, "connections" | "now">,
  id: string,
  next: (
    kept: KeptConnection,
  ) =>
    | { readonly set: Partial<Connection>; readonly sealed?: string | null | undefined }
    | undefined,
): Promise<KeptConnection | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const kept = await connections.find(id);
    const wanted = kept && next(kept);
    if (!kept || !wanted) return kept;
    const { sealed } = wanted;
    const connection: Connection = {
      ...kept.connection,
      ...wanted.set,
      updated: timeOf(now()),
      version: kept.connection.version + 1,
    };
    if (await connections.save(connection, { sealed }))
      return { ...kept, connection, ...(sealed !== undefined && { sealed: sealed ?? undefined }) };
  }
  throw new Error(`The connection ${id} was changed by others ${TRIES} times in a row.`);
}
