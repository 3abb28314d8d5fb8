import { type ConnectionsModule, createConnections } from "../../core/index.ts";
import type { Catalog } from "../../core/ports/catalog.ts";
import type { ConnectionStore } from "../../core/ports/connection-store.ts";
import type { KeyStore } from "../../core/ports/key-store.ts";
import type { Outbound } from "../../core/ports/outbound.ts";
import type { SecretStorageSettings } from "../cli/secrets.ts";
import { openStoredVault } from "../secrets/open-vault.ts";

export interface OpenConnectionsOptions
  extends Pick<SecretStorageSettings, "dataFolder" | "secretsKey"> {
  readonly catalog: Catalog;
  readonly keyStore: KeyStore;
  readonly store: ConnectionStore;
  /** Reaches public addresses and the private origins in `allowedOrigins`. */
  readonly outbound: Outbound;
  /** Reaches only public addresses, for URLs that third parties name. */
  readonly publicOutbound: Outbound;
  /** Private origins that tools and sign-ins may reach. */
  readonly allowedOrigins: readonly string[];
  /** Origins that users may return to after connecting an app. */
  readonly returnOrigins?: readonly string[] | undefined;
  readonly probe?: Parameters<typeof createConnections>[0]["probe"];
  onError(error: unknown): void;
  /** Milliseconds since 1970. */
  now?(): number;
}

/**
 * Opens the vault before the service listens, so that a wrong master key aborts startup. Returns a
 * function that creates the connections module once the origin is known.
 */
export async function openConnections({
  dataFolder,
  secretsKey,
  publicOutbound,
  allowedOrigins,
  ...rest
}: OpenConnectionsOptions): Promise<(origin: string) => ConnectionsModule> {
  const vault = await openStoredVault(rest.store, { secretsKey, dataFolder });
  const allowedOriginSet = new Set(allowedOrigins);
  const outboundFor = (server: string) =>
    allowedOriginSet.has(URL.parse(server)?.origin ?? "") ? rest.outbound : publicOutbound;
  return (origin) => createConnections({ origin, vault, outboundFor, ...rest });
}
