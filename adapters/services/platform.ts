import { join } from "node:path";
import { createPlatform } from "../../core/index.ts";
import { currentCatalog } from "../catalog/current.ts";
import { withAppOverrides } from "../catalog/own-apps/app-overrides.ts";
import { requireKnownOverrides } from "../catalog/own-apps/known-overrides.ts";
import { readOwnMarks, withMarks } from "../catalog/own-marks.ts";
import type { PlatformSettings, SharedSettings } from "../config/settings.ts";
import { openRateLimit } from "../rate-limit/open.ts";
import { announceSetup } from "../sign-in/setup-link.ts";
import { createCounters } from "../telemetry/counters.ts";
import { addFamilies } from "../telemetry/metrics.ts";
import { createHostCheck, toOrigins } from "./allowed-hosts.ts";
import type { AppContext, RunningService } from "./app-context.ts";
import { formatPlatformGreeting } from "./messages.ts";
import { openAccount } from "./open-account.ts";
import { openPlatformParts } from "./platform-parts.ts";

/** Opens the platform of the settings. If it rejects, everything is closed again. */
export async function platformService(
  settings: PlatformSettings,
  { databaseUrl, dataFolder, secretsKey }: SharedSettings,
  { log, tracer, clientKey, metrics, print, isTerminal }: AppContext,
  listeningUrl: string,
): Promise<RunningService> {
  await using opening = new AsyncDisposableStack();
  const { keyRate, unauthenticatedRate, appOverrides } = settings;
  const origin = settings.publicOrigin ?? listeningUrl;

  const counters = createCounters();
  const keyLimit = await openRateLimit(keyRate, databaseUrl, opening);
  const unauthenticatedLimit = await openRateLimit(unauthenticatedRate, databaseUrl, opening);
  const catalog = await currentCatalog(settings.catalogFolder, { log: print });
  opening.defer(() => catalog.close());
  requireKnownOverrides(catalog, appOverrides, print);
  const markedCatalog = withMarks(catalog, {
    own: readOwnMarks(join(dataFolder, "marks"), print),
    catalogMarks: settings.appMarks,
  });
  const parts = await openPlatformParts({
    origin,
    databaseUrl,
    dataFolder,
    secretsKey,
    catalog: appOverrides.size > 0 ? withAppOverrides(markedCatalog, appOverrides) : markedCatalog,
    allowedOrigins: settings.outboundAllow,
    returnOrigins: settings.returnOrigins,
    triggers: settings.triggers,
    counters,
    tracer,
    onError: (error) => log?.error(error, ""),
  });
  opening.defer(() => parts.close());

  const account = await openAccount(
    parts.accountStores,
    {
      databaseUrl,
      dataFolder,
      clientKey,
      appReader: parts.appReader,
      secretsKey: parts.secretsKey,
      identityProvider: settings.identityProvider,
    },
    opening,
  );
  const setup = await announceSetup(parts.accountStores.peopleStore, {
    origin,
    dataFolder,
    isTerminal,
  });

  const closing = new AbortController();
  const handler = createPlatform({
    origin,
    otherOrigins: toOrigins(settings.hosts, { publicOrigin: origin, listeningUrl }),
    ...parts.options,
    account: { ...account, closing: closing.signal },
    allowsHost: createHostCheck(origin, settings.hosts),
    rateLimit: keyLimit,
    unauthenticatedLimit: unauthenticatedLimit && { ...unauthenticatedLimit, clientKey },
    ...(metrics && { metrics: addFamilies(metrics, counters.families) }),
    ...(log && { log }),
    tracer,
  });
  const greeting = formatPlatformGreeting({ origin, listeningUrl, catalog, appOverrides, setup });
  const resources = opening.move();
  return {
    handler,
    greeting,
    start: parts.start,
    endStreams: () => closing.abort(),
    close: () => resources.disposeAsync(),
  };
}
