import { createConnecting, openSafe, type Catalogue, type Connecting } from "../core/index.ts";
import type { Accounts } from "../core/ports/accounts.ts";
import type { Outbound } from "../core/ports/outbound.ts";
import type { SealedPlace } from "./secrets/command.ts";
import { masterKeys } from "./secrets/master-keys.ts";
import { openConnections } from "./storage/open.ts";

export interface OpenConnectingOptions extends SealedPlace {
  readonly catalogue: Catalogue;
  readonly accounts: Accounts;
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

/** Opens what connecting needs before the service listens (a wrong key fails here); `at` gives the rest once it is known where that is. */
export async function openConnecting({ databaseUrl, dataFolder, secretsKey, strangers, allow, ...rest }: OpenConnectingOptions): Promise<{ at(origin: string): Connecting; close(): Promise<void> }> {
  const connections = await openConnections({ url: databaseUrl, folder: dataFolder });
  try {
    const safe = await openSafe({ connections, masterKeys: await masterKeys({ secretsKey, dataFolder }, connections) });
    let made: Connecting | undefined;
    const own = new Set(allow);
    const outboundFor = (server: string) => (own.has(URL.parse(server)?.origin ?? "") ? rest.outbound : strangers);
    return {
      at: (origin) => (made = createConnecting({ origin, connections, safe, outboundFor, ...rest })),
      async close() {
        await made?.renewals.stop();
        await connections.close();
      },
    };
  } catch (error) {
    await connections.close();
    throw error;
  }
}
