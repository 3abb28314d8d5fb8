import {
  type Catalog,
  type ConnectionsModule,
  createConnections,
  openVault,
} from "../core/index.ts";
import type { ConnectionStore } from "../core/ports/connection-store.ts";
import type { KeyStore } from "../core/ports/key-store.ts";
import type { Outbound } from "../core/ports/outbound.ts";
import type { SecretStorageSettings } from "./secrets/command.ts";
import { openMasterKeys } from "./secrets/master-keys.ts";

export interface OpenConnectionsOptions
  extends Pick<SecretStorageSettings, "dataFolder" | "secretsKey"> {
  readonly catalog: Catalog;
  readonly accounts: KeyStore;
  readonly store: ConnectionStore;
  /** Reaches the operator's own network, as far as `allowedOrigins` permits. */
  readonly outbound: Outbound;
  /** Reaches public addresses alone: for what servers outside name by themselves. */
  readonly publicOutbound: Outbound;
  /** The origins of the operator's own network. */
  readonly allowedOrigins: readonly string[];
  /** Origins that people may be sent back to. */
  readonly returnOrigins?: readonly string[] | undefined;
  readonly probe?: Parameters<typeof createConnections>[0]["probe"];
  onError(error: unknown): void;
  /** Milliseconds since 1970. */
  now?(): number;
}

/** Opens what is sealed before the service listens (a wrong key fails here); what is given back makes the rest once it is known where that is. */
export async function openConnections({
  dataFolder,
  secretsKey,
  publicOutbound,
  allowedOrigins,
  ...rest
}: OpenConnectionsOptions): Promise<(origin: string) => ConnectionsModule> {
  const vault = await openVault({
    store: rest.store,
    masterKeys: await openMasterKeys({ secretsKey, dataFolder }, rest.store),
  });
  const allowedOriginSet = new Set(allowedOrigins);
  const outboundFor = (server: string) =>
    allowedOriginSet.has(URL.parse(server)?.origin ?? "") ? rest.outbound : publicOutbound;
  return (origin) => createConnections({ origin, vault, outboundFor, ...rest });
}
