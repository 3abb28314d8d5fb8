import { type Catalogue, type Connecting, createConnecting, openSafe } from "../core/index.ts";
import type { Accounts } from "../core/ports/accounts.ts";
import type { Connections } from "../core/ports/connections.ts";
import type { Outbound } from "../core/ports/outbound.ts";
import type { SealedPlace } from "./secrets/command.ts";
import { masterKeys } from "./secrets/master-keys.ts";

export interface OpenConnectingOptions extends Pick<SealedPlace, "dataFolder" | "secretsKey"> {
  readonly catalogue: Catalogue;
  readonly accounts: Accounts;
  readonly connections: Connections;
  /** Reaches the operator's own network, as far as `allow` says. */
  readonly outbound: Outbound;
  /** Reaches public addresses alone: for what servers outside name by themselves. */
  readonly strangers: Outbound;
  /** The origins of the operator's own network. */
  readonly allow: readonly string[];
  /** Origins that people may be sent back to. */
  readonly returnOrigins?: readonly string[] | undefined;
  readonly probe?: Parameters<typeof createConnecting>[0]["probe"];
  fault(error: unknown): void;
  /** Milliseconds since 1970. */
  now?(): number;
}

/** Opens what is sealed before the service listens (a wrong key fails here); what is given back makes the rest once it is known where that is. */
export async function openConnecting({
  dataFolder,
  secretsKey,
  strangers,
  allow,
  ...rest
}: OpenConnectingOptions): Promise<(origin: string) => Connecting> {
  const safe = await openSafe({
    connections: rest.connections,
    masterKeys: await masterKeys({ secretsKey, dataFolder }, rest.connections),
  });
  const own = new Set(allow);
  const outboundFor = (server: string) =>
    own.has(URL.parse(server)?.origin ?? "") ? rest.outbound : strangers;
  return (origin) => createConnecting({ origin, safe, outboundFor, ...rest });
}
