import { type Catalogue, type PlatformOptions, tidyRuns } from "../core/index.ts";
import type { Accounts } from "../core/ports/accounts.ts";
import { openConnecting } from "./connecting.ts";
import { outbound } from "./outbound.ts";
import type { SealedPlace } from "./secrets/command.ts";
import { openPlatform } from "./storage/open.ts";

export interface PlatformPlace extends SealedPlace {
  readonly catalogue: Catalogue;
  /** The origins of the operator's own network that tools and sign-ins may reach. */
  readonly allow?: readonly string[] | undefined;
  /** Origins that people may be sent back to once they have connected an app. */
  readonly returnOrigins?: readonly string[] | undefined;
  /** Told of what went wrong that nobody waits for. */
  fault?(error: unknown): void;
  /** Milliseconds since 1970. */
  now?(): number;
}

/** What the platform service keeps, and what it reaches out with. */
export interface PlatformParts {
  readonly accounts: Accounts;
  /** The rest of it, once it is known where the service is. */
  at(origin: string): Pick<PlatformOptions, "accounts" | "catalogue" | "connecting" | "running">;
  /** Renews connections before they expire, and forgets runs whose time is over, until it is closed. */
  start(): void;
  close(): Promise<void>;
}

const TIDY_MILLISECONDS = 60_000;

/** Opens all of it before anything listens: a wrong key for what is sealed fails here, as does a database that can't be reached. */
export async function openPlatformParts({
  catalogue,
  allow = [],
  returnOrigins,
  fault = () => {},
  now = Date.now,
  databaseUrl,
  ...place
}: PlatformPlace): Promise<PlatformParts> {
  const { accounts, connections, runs } = await openPlatform(
    { url: databaseUrl, folder: place.dataFolder },
    fault,
  );
  const out = outbound({ allow });
  const strangers = outbound();
  const close = async () => {
    await accounts.close();
    out.close();
    strangers.close();
  };
  const connectingAt = await openConnecting({
    ...place,
    catalogue,
    accounts,
    connections,
    outbound: out,
    strangers,
    allow,
    returnOrigins,
    fault,
    now,
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  let connecting: PlatformOptions["connecting"] | undefined;
  let timer: NodeJS.Timeout | undefined;
  return {
    accounts,
    at: (origin) => ({
      accounts,
      catalogue,
      connecting: (connecting = connectingAt(origin)),
      running: { store: runs, outbound: out },
    }),
    start() {
      connecting?.renewals.start();
      const tidy = () => void tidyRuns(runs, now()).catch(fault);
      tidy();
      timer = setInterval(tidy, TIDY_MILLISECONDS);
      timer.unref();
    },
    async close() {
      clearInterval(timer);
      await connecting?.renewals.stop();
      await close();
    },
  };
}
