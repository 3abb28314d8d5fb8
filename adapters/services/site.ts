import type { PageEntry } from "../../core/ports/content.ts";
import { createSite, type Problem } from "../../core/site.ts";
import type { SiteServiceSettings } from "../config/site-service-settings.ts";
import { withAbsoluteLinks } from "../content/absolute-links.ts";
import { createPageConverter } from "../content/page-converter.ts";
import { describePayments } from "../payments/providers.ts";
import { openRateLimit } from "../rate-limit/open.ts";
import { runtimeName } from "../runtime/runtimes.ts";
import { countCheckouts, countOutbound } from "../telemetry/counted-ports.ts";
import { createCounters } from "../telemetry/counters.ts";
import { addFamilies } from "../telemetry/metrics.ts";
import { traceOutbound, tracePayments } from "../telemetry/tracing/traced-ports.ts";
import { createHostCheck, createOriginCheck } from "./allowed-hosts.ts";
import type { AppContext, RunningService } from "./app-context.ts";
import { startBackgroundWork } from "./background-work.ts";
import { openCommerce } from "./commerce.ts";
import { openCurrentSite } from "./current-site.ts";
import { formatGreeting } from "./messages.ts";
import { openNonces } from "./nonces.ts";
import { openPublicOutbound } from "./public-outbound.ts";
import { createUpstream, type OpenContent, openContent } from "./site-content.ts";

/** Opens the site of the settings. If it rejects, everything is closed again. */
export async function siteService(
  settings: SiteServiceSettings,
  { log, tracer, clientKey, metrics, print, warn }: AppContext,
  listeningUrl: string,
): Promise<RunningService> {
  await using opening = new AsyncDisposableStack();
  const { rate, verifiedRate, databaseUrl } = settings;
  const origin = settings.publicOrigin ?? listeningUrl;
  const logWarning = (message: string) => log?.warn(message);

  const limit = await openRateLimit(rate, databaseUrl, opening);
  const verified = limit && (await openRateLimit(verifiedRate, databaseUrl, opening));
  const nonces = settings.webBotAuth ? await openNonces(settings, logWarning) : undefined;
  opening.defer(() => nonces?.close());
  const opened = openContent(settings, { warn, log: logWarning, tracer });
  const { live } = opened;
  const isDemo = !settings.content && !settings.upstream;
  const content = isDemo ? withAbsoluteLinks(opened.content, origin) : opened.content;
  opening.defer(() => live?.close());
  const pages = await listFirstPages(opened, print);
  const upstream = createUpstream(settings, tracer);
  const counters = createCounters();
  const { outbound: uncounted, keys } = await openPublicOutbound(settings, origin, logWarning);
  const outbound = traceOutbound(countOutbound(uncounted, counters), tracer, {
    propagates: false,
  });
  const { site, close: closeSite } = await openCurrentSite(settings, opened, origin);
  opening.defer(closeSite);
  const commerce = await openCommerce(settings, site, logWarning, outbound);
  opening.defer(() => commerce?.close());

  const converter = createPageConverter();
  opening.defer(converter.close);

  let refreshTexts: (() => Promise<void>) | undefined;
  const handler = createSite({
    site,
    content,
    convertLargePage: converter.convert,
    selectors: settings.selectors,
    clientKey,
    ...(commerce && {
      commerce: {
        ...commerce,
        payments: tracePayments(commerce.payments, tracer),
        checkoutStore: countCheckouts(commerce.checkoutStore, counters),
      },
    }),
    ...(settings.webBotAuth && { directories: outbound, signing: keys }),
    ...(nonces && { nonces }),
    allowsHost: createHostCheck(origin, settings.hosts),
    allowsOrigin: createOriginCheck(origin, [
      ...settings.mcpOrigins,
      ...(live && !upstream ? [live.origin] : []),
    ]),
    ...(upstream && { upstream }),
    ...(limit && { rateLimit: { ...limit, clientKey, verified } }),
    ...(metrics && { metrics: addFamilies(metrics, counters.families) }),
    ...(log && { log }),
    tracer,
    onBackgroundWork: (refresh) => {
      refreshTexts = refresh;
    },
  });
  const greeting = formatGreeting({
    site,
    pages,
    listeningUrl,
    demo: isDemo,
    runtime: runtimeName,
    payments: commerce && describePayments(settings.payments),
  });
  const resources = opening.move();
  const start = () => {
    if (refreshTexts) resources.defer(startBackgroundWork(refreshTexts));
  };
  return { handler, greeting, start, close: () => resources.disposeAsync() };
}

/** Lists the pages, or explains why those of a live site aren't available yet. */
async function listFirstPages(
  { content, live }: OpenContent,
  print: (message: string) => void,
): Promise<readonly PageEntry[] | { readonly missing: string }> {
  const timer = setTimeout(() => print("Listing the pages of the site …"), 1000);
  try {
    return await content.listPages();
  } catch (error) {
    if (!live) throw error;
    return { missing: (error as Problem).message };
  } finally {
    clearTimeout(timer);
  }
}
