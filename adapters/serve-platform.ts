import type { Handler } from "../core/index.ts";
import { createPlatform } from "../core/index.ts";
import { createHostCheck } from "./allowed-hosts.ts";
import type { AppContext, RunningService } from "./app-context.ts";
import { withAppOverrides } from "./app-overrides.ts";
import { type CurrentCatalog, currentCatalog } from "./catalog/current.ts";
import type { PlatformSettings, Settings } from "./environment.ts";
import { formatPlatformGreeting } from "./messages.ts";
import { openPlatformParts, type PlatformParts } from "./platform-parts.ts";
import { type OpenRateLimiter, openRateLimiter } from "./rate-limit/open.ts";
import { toReachableOrigin } from "./runtime/address.ts";
import { type RunningServer, serve } from "./runtime/serve.ts";

/** Serves apps and their tools. Rejects, with nothing left running, where it can't. */
export async function servePlatform(
  settings: PlatformSettings,
  {
    databaseUrl,
    dataFolder,
    secretsKey,
  }: Pick<Settings, "databaseUrl" | "dataFolder" | "secretsKey">,
  { log, clientKey, metrics, print }: AppContext,
): Promise<RunningService> {
  const { keyRate, unauthenticatedRate, publicOrigin, hosts } = settings;
  let server: RunningServer | undefined;
  let parts: PlatformParts | undefined;
  let catalog: CurrentCatalog | undefined;
  let keyLimiter: OpenRateLimiter | undefined;
  let refusedLimiter: OpenRateLimiter | undefined;
  const close = async (seconds?: number) => {
    await server?.close(seconds);
    await catalog?.close();
    await parts?.close();
    await keyLimiter?.close();
    await refusedLimiter?.close();
  };
  try {
    keyLimiter = keyRate && (await openRateLimiter(keyRate, databaseUrl));
    refusedLimiter = unauthenticatedRate && (await openRateLimiter(unauthenticatedRate, databaseUrl));
    const currentView = (catalog = await currentCatalog(settings.catalogFolder, {
      log: print,
    }));
    const catalogView =
      settings.appOverrides.size > 0
        ? withAppOverrides(currentView, settings.appOverrides)
        : currentView;
    const logError = (error: unknown) => log?.error(error, "");
    parts = await openPlatformParts({
      databaseUrl,
      dataFolder,
      secretsKey,
      catalog: catalogView,
      allowedOrigins: settings.outboundAllow,
      returnOrigins: settings.returnOrigins,
      onError: logError,
    });
    const { promise: handler, resolve } = Promise.withResolvers<Handler>();
    let currentHandler: Handler | undefined;
    server = await serve(
      (request) =>
        currentHandler ? currentHandler(request) : handler.then((ready) => ready(request)),
      settings,
    );
    const origin = publicOrigin ?? toReachableOrigin(server.url);
    currentHandler = createPlatform({
      origin,
      ...parts.connectAt(origin),
      allowsHost: createHostCheck(origin, hosts),
      ...(keyRate && keyLimiter && { rateLimit: { rate: keyRate, limiter: keyLimiter.limiter } }),
      ...(unauthenticatedRate &&
        refusedLimiter && {
          refusedLimit: { rate: unauthenticatedRate, limiter: refusedLimiter.limiter, clientKey },
        }),
      ...(metrics && { metrics }),
      ...(log && { log }),
    });
    resolve(currentHandler);
    parts.start();
    return {
      greeting: formatPlatformGreeting({
        origin,
        listeningUrl: toReachableOrigin(server.url),
        catalog,
      }),
      close,
    };
  } catch (error) {
    await close(0);
    throw error;
  }
}
