import { createPlatform } from "../core/index.ts";
import type { Handler } from "../core/index.ts";
import { currentCatalogue, type CurrentCatalogue } from "./catalogue/current.ts";
import type { Accounts } from "../core/ports/accounts.ts";
import type { PlatformSettings, Settings } from "./environment.ts";
import { hostRule } from "./hosts.ts";
import { openLimiter, type OpenLimiter } from "./limiter/open.ts";
import { ownOrigin } from "./runtime/address.ts";
import { serve, type Serving } from "./runtime/serve.ts";
import type { Running, Surroundings } from "./running.ts";
import { openAccounts } from "./storage/open.ts";
import { platformGreeting } from "./words.ts";

/** Serves apps and their tools. Rejects, with nothing left running, where it can't. */
export async function servePlatform(settings: PlatformSettings, { databaseUrl, dataFolder }: Pick<Settings, "databaseUrl" | "dataFolder">, { log, clientOf, metrics, say }: Surroundings): Promise<Running> {
  const { keyRate, refusedRate, publicOrigin, hosts } = settings;
  let serving: Serving | undefined;
  let accounts: Accounts | undefined;
  let catalogue: CurrentCatalogue | undefined;
  let counting: OpenLimiter | undefined;
  let countingRefused: OpenLimiter | undefined;
  const close = async (seconds?: number) => {
    await serving?.close(seconds);
    await catalogue?.close();
    await accounts?.close();
    await counting?.close();
    await countingRefused?.close();
  };
  try {
    accounts = await openAccounts({ url: databaseUrl, folder: dataFolder });
    counting = keyRate && (await openLimiter(keyRate, databaseUrl));
    countingRefused = refusedRate && (await openLimiter(refusedRate, databaseUrl));
    catalogue = await currentCatalogue(settings.catalogueFolder, { tell: say });
    const { promise: handler, resolve } = Promise.withResolvers<Handler>();
    let ready: Handler | undefined;
    serving = await serve((asked) => (ready ? ready(asked) : handler.then((late) => late(asked))), settings);
    const origin = publicOrigin ?? ownOrigin(serving.url);
    ready = createPlatform({
      origin,
      catalogue,
      accounts,
      allowsHost: hostRule(origin, hosts),
      ...(keyRate && counting && { limit: { rate: keyRate, limiter: counting.limiter } }),
      ...(refusedRate && countingRefused && { refused: { rate: refusedRate, limiter: countingRefused.limiter, clientOf } }),
      ...(metrics && { metrics }),
      ...(log && { log }),
    });
    resolve(ready);
    return { greeting: platformGreeting({ origin, listens: ownOrigin(serving.url), catalogue }), close };
  } catch (error) {
    await close(0);
    throw error;
  }
}
