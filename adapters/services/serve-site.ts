import { createSite, type Handler, type Problem, type Site } from "../../core/index.ts";
import { formatGreeting } from "../cli/messages.ts";
import type { Settings } from "../config/settings.ts";
import type { LiveContent } from "../content/live-content.ts";
import { openNonceStore } from "../rate-limit/nonce-store.ts";
import { type OpenRateLimiter, openRateLimiter } from "../rate-limit/open.ts";
import { toReachableOrigin } from "../runtime/address.ts";
import { runtimeName } from "../runtime/runtimes.ts";
import { type RunningServer, serve } from "../runtime/serve.ts";
import { createHostCheck, createOriginCheck } from "./allowed-hosts.ts";
import type { AppContext, RunningService } from "./app-context.ts";
import { type CommerceResources, openCommerce } from "./commerce.ts";
import { openPublicOutbound } from "./public-outbound.ts";
import {
  createUpstream,
  describeSite,
  isNamed,
  openContent,
  waitForNamedSite,
} from "./site-content.ts";

/** Starts the site that the settings describe. If it rejects, everything is closed again. */
export async function serveSite(
  settings: Settings,
  { log, clientKey, metrics, print, warn }: AppContext,
): Promise<RunningService> {
  const { rate, verifiedRate } = settings;
  const { content, live } = openContent(settings, {
    warn,
    log: (message) => log?.warn(message),
  });
  const upstream = createUpstream(settings);
  let server: RunningServer | undefined;
  let commerce: CommerceResources | undefined;
  let clientLimiter: OpenRateLimiter | undefined;
  let agentLimiter: OpenRateLimiter | undefined;
  let nonceStore: Awaited<ReturnType<typeof openNonceStore>>;
  const close = async (seconds?: number) => {
    await server?.close(seconds);
    await commerce?.close();
    await clientLimiter?.close();
    await agentLimiter?.close();
    await nonceStore?.close();
  };
  try {
    clientLimiter = rate && (await openRateLimiter(rate, settings.databaseUrl));
    agentLimiter =
      rate && verifiedRate && (await openRateLimiter(verifiedRate, settings.databaseUrl));
    nonceStore = settings.webBotAuth ? await openNonceStore(settings.databaseUrl) : undefined;
    const verified = verifiedRate &&
      agentLimiter && { rate: verifiedRate, limiter: agentLimiter.limiter };
    const limit = rate &&
      clientLimiter && { rate, limiter: clientLimiter.limiter, clientKey, verified };
    const progressTimer = setTimeout(() => print("Listing the pages of the site …"), 1000);
    const listed = live
      ? live.listPages().catch(({ message }: Problem) => ({ missing: message }))
      : Promise.resolve(content.listPages());
    const pages = await listed.finally(() => clearTimeout(progressTimer));
    // The origin may depend on the port, so the server listens first and requests wait for the
    // handler.
    const { promise: handler, resolve } = Promise.withResolvers<Handler>();
    let currentHandler: Handler | undefined;
    server = await serve(
      (request) =>
        currentHandler ? currentHandler(request) : handler.then((ready) => ready(request)),
      settings,
    );
    const origin = settings.publicOrigin ?? toReachableOrigin(server.url);
    const publicOutbound = await openPublicOutbound(settings, origin, (message) =>
      log?.warn(message),
    );
    const createHandler = (site: Site) =>
      createSite({
        site,
        content,
        clientKey,
        ...(commerce && { commerce }),
        ...(settings.webBotAuth && {
          directories: publicOutbound.outbound,
          signing: publicOutbound.keys,
        }),
        ...(nonceStore && { nonces: nonceStore.nonces }),
        allowsHost: createHostCheck(origin, settings.hosts),
        allowsOrigin: createOriginCheck(origin, [
          ...settings.mcpOrigins,
          ...(live && !upstream ? [live.origin] : []),
        ]),
        ...(upstream && { upstream }),
        ...(limit && { rateLimit: limit }),
        ...(metrics && { metrics }),
        ...(log && { log }),
      });
    const site = await describeSite(settings, content, origin);
    commerce = await openCommerce(
      settings,
      site,
      (message) => log?.warn(message),
      publicOutbound.outbound,
    );
    currentHandler = createHandler(site);
    resolve(currentHandler);
    // If the live site or its home page was unavailable, its name becomes known later.
    const learnSiteName = async ({ listed: firstListing }: LiveContent) => {
      await firstListing;
      const named = await describeSite(settings, content, origin);
      currentHandler = createHandler(named);
      if (!isNamed(named))
        currentHandler = createHandler(await waitForNamedSite(settings, content, origin));
    };
    if (live && !isNamed(site)) void learnSiteName(live);
    const demo = !settings.content && !upstream;
    return {
      greeting: formatGreeting({
        site,
        pages,
        listeningUrl: toReachableOrigin(server.url),
        demo,
        runtime: runtimeName,
        payments: commerce?.payments.name,
      }),
      close,
    };
  } catch (error) {
    live?.close();
    await close(0);
    throw error;
  }
}
