import type { Handler } from "../../core/index.ts";
import { createPlatform } from "../../core/index.ts";
import { withAppOverrides } from "../catalog/app-overrides.ts";
import { type CurrentCatalog, currentCatalog } from "../catalog/current.ts";
import { formatPlatformGreeting } from "../cli/messages.ts";
import type { PlatformSettings, Settings } from "../config/settings.ts";
import { type OpenRateLimiter, openRateLimiter } from "../rate-limit/open.ts";
import { toReachableOrigin } from "../runtime/address.ts";
import { type RunningServer, serve } from "../runtime/serve.ts";
import { createHostCheck } from "./allowed-hosts.ts";
import type { AppContext, RunningService } from "./app-context.ts";
import { openPlatformParts, type PlatformParts } from "./platform-parts.ts";

/** Starts the platform. If it rejects, everything is closed again. */
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
  let unauthenticatedLimiter: OpenRateLimiter | undefined;
  const close = async (seconds?: number) => {
    await server?.close(seconds);
    await catalog?.close();
    await parts?.close();
    await keyLimiter?.close();
    await unauthenticatedLimiter?.close();
  };
  try {
    keyLimiter = keyRate && (await openRateLimiter(keyRate, databaseUrl));
    unauthenticatedLimiter =
      unauthenticatedRate && (await openRateLimiter(unauthenticatedRate, databaseUrl));
    catalog = await currentCatalog(settings.catalogFolder, { log: print });
    const effectiveCatalog =
      settings.appOverrides.size > 0 ? withAppOverrides(catalog, settings.appOverrides) : catalog;
    const logError = (error: unknown) => log?.error(error, "");
    parts = await openPlatformParts({
      databaseUrl,
      dataFolder,
      secretsKey,
      catalog: effectiveCatalog,
      allowedOrigins: settings.outboundAllow,
      returnOrigins: settings.returnOrigins,
      onError: logError,
    });
    // The origin may depend on the port, so the server listens first and requests wait for the
    // handler.
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
        unauthenticatedLimiter && {
          refusedLimit: {
            rate: unauthenticatedRate,
            limiter: unauthenticatedLimiter.limiter,
            clientKey,
          },
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
