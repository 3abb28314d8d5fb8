import { createSite, type Handler, Problem, type Site } from "../core/index.ts";
import { openAgents } from "./agents.ts";
import { openShop, type Shop } from "./commerce.ts";
import type { LiveContent } from "./content/sitemap.ts";
import type { Settings } from "./environment.ts";
import { hostRule, originRule } from "./hosts.ts";
import { type OpenLimiter, openLimiter } from "./limiter/open.ts";
import { openReplays } from "./limiter/replays.ts";
import type { Running, Surroundings } from "./running.ts";
import { ownOrigin } from "./runtime/address.ts";
import { runtimeName, type Serving, serve } from "./runtime/serve.ts";
import { behindOf, contentOf, isNamed, siteOf, siteOnceNamed } from "./site.ts";
import { greeting } from "./words.ts";

/** Serves the site that the settings describe. Rejects, with nothing left running, where it can't. */
export async function serveSite(
  settings: Settings,
  { log, clientOf, metrics, say, warn }: Surroundings,
): Promise<Running> {
  const { rate, verifiedRate } = settings;
  const { content, live } = contentOf(settings, {
    warn,
    tell: (sentence) => log?.notice(sentence),
  });
  const behind = behindOf(settings);
  let serving: Serving | undefined;
  let shop: Shop | undefined;
  let counting: OpenLimiter | undefined;
  let countingAgents: OpenLimiter | undefined;
  let nonces: Awaited<ReturnType<typeof openReplays>>;
  const close = async (seconds?: number) => {
    await serving?.close(seconds);
    await shop?.close();
    await counting?.close();
    await countingAgents?.close();
    await nonces?.close();
  };
  try {
    counting = rate && (await openLimiter(rate, settings.databaseUrl));
    countingAgents =
      rate && verifiedRate && (await openLimiter(verifiedRate, settings.databaseUrl));
    nonces = settings.webBotAuth ? await openReplays(settings.databaseUrl) : undefined;
    const verified = verifiedRate &&
      countingAgents && { rate: verifiedRate, limiter: countingAgents.limiter };
    const limit = rate && counting && { rate, limiter: counting.limiter, clientOf, verified };
    const slow = setTimeout(() => say("Looking through the site's pages …"), 1000);
    const listed = live
      ? live.pages().catch(({ message }: Problem) => ({ missing: message }))
      : content.pages();
    const pages = await listed.finally(() => clearTimeout(slow));
    // The site's own address is known only when the port is: the handler waits for it.
    const { promise: handler, resolve } = Promise.withResolvers<Handler>();
    let ready: Handler | undefined;
    serving = await serve(
      (asked) => (ready ? ready(asked) : handler.then((late) => late(asked))),
      settings,
    );
    const origin = settings.publicOrigin ?? ownOrigin(serving.url);
    const agents = await openAgents(settings, origin, (sentence) => log?.notice(sentence));
    const handlerOf = (site: Site) =>
      createSite({
        site,
        content,
        clientOf,
        ...(shop && { commerce: shop }),
        ...(settings.webBotAuth && { directories: agents.strangers, signing: agents.keys }),
        ...(nonces && { replays: nonces.replays }),
        allowsHost: hostRule(origin, settings.hosts),
        allowsOrigin: originRule(origin, [
          ...settings.mcpOrigins,
          ...(live && !behind ? [live.origin] : []),
        ]),
        ...(behind && { behind }),
        ...(limit && { limit }),
        ...(metrics && { metrics }),
        ...(log && { log }),
      });
    const site = await siteOf(settings, content, origin);
    shop = await openShop(settings, site, (sentence) => log?.notice(sentence), agents.strangers);
    resolve((ready = handlerOf(site)));
    // A site that was down at the start, or its home page, says who it is when it is back.
    const learnName = async ({ whenListed }: LiveContent) => {
      await whenListed;
      const now = await siteOf(settings, content, origin);
      ready = handlerOf(now);
      if (!isNamed(now)) ready = handlerOf(await siteOnceNamed(settings, content, origin));
    };
    if (live && !isNamed(site)) void learnName(live);
    const demo = !settings.content && !behind;
    return {
      greeting: greeting({
        site,
        pages,
        listens: ownOrigin(serving.url),
        demo,
        runtime: runtimeName(),
        payments: shop?.payments.name,
      }),
      close,
    };
  } catch (error) {
    live?.close();
    await close(0);
    throw error;
  }
}
