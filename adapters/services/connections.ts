import {
  type ConnectionsModule,
  type ConnectionsOptions,
  createConnections,
} from "../../core/index.ts";
import type { Outbound } from "../../core/ports/outbound.ts";
import { type MasterKeySettings, openStoredVault } from "../secrets/open-vault.ts";

export interface OpenConnectionsOptions
  extends Omit<ConnectionsOptions, "vault" | "outboundFor">,
    MasterKeySettings {
  /** Reaches only public addresses, for URLs that third parties name. */
  readonly publicOutbound: Outbound;
  /** Private origins that tools and sign-ins may reach with `outbound`. */
  readonly allowedOrigins: readonly string[];
}

/** Opens the vault and creates the connections module. Rejects if the master key is wrong. */
export async function openConnections({
  dataFolder,
  secretsKey,
  publicOutbound,
  allowedOrigins,
  ...options
}: OpenConnectionsOptions): Promise<ConnectionsModule> {
  const { store, outbound } = options;
  const vault = await openStoredVault(store, { secretsKey, dataFolder });
  const allowed = new Set(allowedOrigins);
  const outboundFor = (server: string) =>
    allowed.has(URL.parse(server)?.origin ?? "") ? outbound : publicOutbound;
  return createConnections({ ...options, vault, outboundFor });
}
