import type { Handler } from "../core/index.ts";
import { createPlatform } from "../core/index.ts";
import { type CurrentCatalogue, currentCatalogue } from "./catalogue/current.ts";
import type { PlatformSettings, Settings } from "./environment.ts";
import { hostRule } from "./hosts.ts";
import { type OpenLimiter, openLimiter } from "./limiter/open.ts";
import { openPlatformParts, type PlatformParts } from "./platform.ts";
import type { Running, Surroundings } from "./running.ts";
import { ownOrigin } from "./runtime/address.ts";
import { type Serving, serve } from "./runtime/serve.ts";
import { withStandIns } from "./stand-ins.ts";
import { platformGreeting } from "./words.ts";

/** Serves apps and their tools. Rejects, with nothing left running, where it can't. */
export async function servePlatform(
  settings: PlatformSettings,
  {
    databaseUrl,
    dataFolder,
    secretsKey,
  }: Pick<Settings, "databaseUrl" | "dataFolder" | "secretsKey">,
  { log, clientOf, metrics, say }: Surroundings,
): Promise<Running> {
  const { keyRate, refusedRate, publicOrigin, hosts } = settings;
  let serving: Serving | undefined;
  let parts: PlatformParts | undefined;
  let catalogue: CurrentCatalogue | undefined;
  let counting: OpenLimiter | undefined;
  let countingRefused: OpenLimiter | undefined;
  const close = async (seconds?: number) => {
    await serving?.close(seconds);
    await catalogue?.close();
    await parts?.close();
    await counting?.close();
    await countingRefused?.close();
  };
  try {
    counting = keyRate && (await openLimiter(keyRate, databaseUrl));
    countingRefused = refusedRate && (await openLimiter(refusedRate, databaseUrl));
    const found = (catalogue = await currentCatalogue(settings.catalogueFolder, { tell: say }));
    const served = settings.standIns.size > 0 ? withStandIns(found, settings.standIns) : found;
    const fault = (error: unknown) => log?.fault(error, "");
    parts = await openPlatformParts({
      databaseUrl,
      dataFolder,
      secretsKey,
      catalogue: served,
      allow: settings.outboundAllow,
      returnOrigins: settings.returnOrigins,
      fault,
    });
    const { promise: handler, resolve } = Promise.withResolvers<Handler>();
    let ready: Handler | undefined;
    serving = await serve(
      (asked) => (ready ? ready(asked) : handler.then((late) => late(asked))),
      settings,
    );
    const origin = publicOrigin ?? ownOrigin(serving.url);
    ready = createPlatform({
      origin,
      ...parts.at(origin),
      allowsHost: hostRule(origin, hosts),
      ...(keyRate && counting && { limit: { rate: keyRate, limiter: counting.limiter } }),
      ...(refusedRate &&
        countingRefused && {
          refused: { rate: refusedRate, limiter: countingRefused.limiter, clientOf },
        }),
      ...(metrics && { metrics }),
      ...(log && { log }),
    });
    resolve(ready);
    parts.start();
    return {
      greeting: platformGreeting({ origin, listens: ownOrigin(serving.url), catalogue }),
      close,
    };
  } catch (error) {
    await close(0);
    throw error;
  }
}
