/** The only composition root: reads the settings, puts the parts together, serves. */
import process from "node:process";
import { createSite, Problem, type Handler, type Log, type Site } from "../core/index.ts";
import { openAgents } from "./agents.ts";
import { clientRule } from "./client.ts";
import { openShop, type Shop } from "./commerce.ts";
import type { LiveContent } from "./content/sitemap.ts";
import { doctor } from "./doctor.ts";
import { environmentWithFile } from "./dot-env.ts";
import { readSettings, settingsHelp } from "./environment.ts";
import { hostRule, originRule } from "./hosts.ts";
import { openLimiter, type OpenLimiter } from "./limiter/open.ts";
import { gathered, jsonLog, prettyLog } from "./log.ts";
import { isFromHere, processFigures } from "./metrics.ts";
import { ownOrigin } from "./runtime/address.ts";
import { runtimeName, serve, type Serving } from "./runtime/serve.ts";
import { signingKeyCommand } from "./signing/command.ts";
import { behindOf, contentOf, isNamed, siteOf, siteOnceNamed } from "./site.ts";
import { greeting, helpText, whyNotListening } from "./words.ts";

/** Serves as the environment says, until the process is told to stop; says what is wrong where it can't. */
export async function main(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  if (words.includes("--help") || words.includes("-h")) return console.log(helpText(settingsHelp()));
  if (words[0] === "doctor" && words.length === 1) return process.exit(await doctor(environment));
  if (words.length > 0 && words[0] !== "signing-key") return stop(`${words[0]} is not understood; --help lists the settings.`);
  const known = environmentWithFile(".env", environment);
  if ("wrong" in known) return stop(known.wrong);
  const settings = readSettings(known.environment);
  if ("wrong" in settings) return stop(...settings.wrong);
  if (words[0] === "signing-key") return void (process.exitCode = await signingKeyCommand(words.slice(1), settings));

  // Whoever read the output may be gone: that is no reason to stop serving.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const { rate, verifiedRate } = settings;
  const clientOf = clientRule(settings.trustedProxies);
  const metrics = settings.metrics !== "off" && { process: processFigures(), isOpenTo: settings.metrics === "on" ? () => true : isFromHere };
  const output = gathered((text) => process.stdout.write(text));
  const form = settings.log ?? (process.stdout.isTTY ? "pretty" : "json");
  const log = logOf(form, output.write);
  // A log in JSON has the output to itself.
  const say = form === "json" ? console.error : console.log;

  const { content, live } = contentOf(settings, { warn: (sentence) => console.error(sentence), tell: (sentence) => log?.notice(sentence) });

  const behind = behindOf(settings);
  let serving: Serving | undefined;
  let shop: Shop | undefined;
  let counting: OpenLimiter | undefined;
  let countingAgents: OpenLimiter | undefined;
  const close = async (seconds?: number) => {
    await serving?.close(seconds);
    await shop?.close();
    await counting?.close();
    await countingAgents?.close();
  };
  try {
    counting = rate && (await openLimiter(rate, settings.databaseUrl));
    countingAgents = rate && verifiedRate && (await openLimiter(verifiedRate, settings.databaseUrl));
    const verified = verifiedRate && countingAgents && { rate: verifiedRate, limiter: countingAgents.limiter };
    const limit = rate && counting && { rate, limiter: counting.limiter, clientOf, verified };
    const slow = setTimeout(() => say("Looking through the site's pages …"), 1000);
    const listed = live ? live.pages().catch(({ message }: Problem) => ({ missing: message })) : content.pages();
    const pages = await listed.finally(() => clearTimeout(slow));
    // The site's own address is known only when the port is: the handler waits for it.
    const { promise: handler, resolve } = Promise.withResolvers<Handler>();
    let ready: Handler | undefined;
    serving = await serve((asked) => (ready ? ready(asked) : handler.then((late) => late(asked))), settings);
    const origin = settings.publicOrigin ?? ownOrigin(serving.url);
    const agents = await openAgents(settings, origin, (sentence) => log?.notice(sentence));
    const handlerOf = (site: Site) =>
      createSite({
        site,
        content,
        clientOf,
        ...(shop && { commerce: shop }),
        ...(settings.webBotAuth && { directories: agents.strangers, signing: agents.keys }),
        allowsHost: hostRule(origin, settings.hosts),
        allowsOrigin: originRule(origin, [...settings.mcpOrigins, ...(live && !behind ? [live.origin] : [])]),
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
    say(greeting({ site, pages, listens: ownOrigin(serving.url), demo: !settings.content && !behind, runtime: runtimeName(), payments: shop?.payments.name }));
  } catch (error) {
    stop(whyNotListening(error, settings) ?? faultOf(error));
    live?.close();
    return close(0);
  }

  const leave = once(async () => {
    say("Stopping: requests in flight are answered first.");
    await close();
    output.flush();
    process.exit(0);
  });
  process.on("SIGINT", leave);
  process.on("SIGTERM", leave);
}

function logOf(form: "pretty" | "json" | "off", write: (line: string) => void): Log | undefined {
  if (form === "off") return undefined;
  return form === "json" ? jsonLog(write) : prettyLog(write, { colour: process.stdout.isTTY && !process.env["NO_COLOR"] });
}

function faultOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function stop(...sentences: string[]): void {
  for (const sentence of sentences) console.error(sentence);
  process.exitCode = 1;
}

/** The second time is in earnest: the process ends at once. */
function once(work: () => Promise<void>): () => void {
  let begun = false;
  return () => {
    if (begun) process.exit(1);
    begun = true;
    work().catch(() => process.exit(1));
  };
}
