/** The only composition root: reads the settings, puts the parts together, serves. */
import process from "node:process";
import { fileURLToPath } from "node:url";
import { createSite, Problem, type Content, type Handler, type Log, type Site } from "../core/index.ts";
import { clientRule } from "./client.ts";
import { DEMO_SITE } from "./content/demo.ts";
import { folderContent } from "./content/folder.ts";
import { describeHome } from "./content/live/home.ts";
import { mayBePrivate } from "./content/live/site.ts";
import { sitemapContent, type LiveContent } from "./content/sitemap.ts";
import { environmentWithFile } from "./dot-env.ts";
import { readSettings, settingsHelp, type Settings } from "./environment.ts";
import { hostRule, originRule } from "./hosts.ts";
import { memoryLimiter } from "./limiter/memory.ts";
import { gathered, jsonLog, prettyLog } from "./log.ts";
import { isFromHere, processFigures } from "./metrics.ts";
import { outbound } from "./outbound.ts";
import { runtimeName, serve, type Serving } from "./runtime/serve.ts";
import { greeting, helpText } from "./words.ts";

/** Serves as the environment says, until the process is told to stop; says what is wrong where it can't. */
export async function main(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  if (words.includes("--help") || words.includes("-h")) return console.log(helpText(settingsHelp()));
  if (words.length > 0) return stop(`${words[0]} is not understood; --help lists the settings.`);
  const known = environmentWithFile(".env", environment);
  if ("wrong" in known) return stop(known.wrong);
  const settings = readSettings(known.environment);
  if ("wrong" in settings) return stop(...settings.wrong);

  // Whoever read the output may be gone: that is no reason to stop serving.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const { rate } = settings;
  const limit = rate && { rate, limiter: memoryLimiter(rate), clientOf: clientRule(settings.trustedProxies) };
  const metrics = settings.metrics !== "off" && { process: processFigures(), isOpenTo: settings.metrics === "on" ? () => true : isFromHere };
  const output = gathered((text) => process.stdout.write(text));
  const form = settings.log ?? (process.stdout.isTTY ? "pretty" : "json");
  const log = logOf(form, output.write);
  // A log in JSON has the output to itself.
  const say = form === "json" ? console.error : console.log;

  const live = liveContent(settings, log);
  const content = live ?? folderContent(folderOf(settings), { warn: (sentence) => console.error(sentence) });

  let serving: Serving | undefined;
  try {
    const slow = setTimeout(() => say("Looking through the site's pages …"), 1000);
    const listed = live ? live.pages().catch(({ message }: Problem) => ({ missing: message })) : content.pages();
    const pages = await listed.finally(() => clearTimeout(slow));
    // The site's own address is known only when the port is: the handler waits for it.
    const { promise: handler, resolve } = Promise.withResolvers<Handler>();
    let ready: Handler | undefined;
    serving = await serve(async (asked) => (ready ?? (await handler))(asked), settings);
    const origin = settings.publicOrigin ?? ownOrigin(serving.url);
    const handlerOf = (site: Site) =>
      createSite({
        site,
        content,
        allowsHost: hostRule(origin, settings.hosts),
        allowsOrigin: originRule(origin, [...settings.mcpOrigins, ...(live ? [live.origin] : [])]),
        ...(limit && { limit }),
        ...(metrics && { metrics }),
        ...(log && { log }),
      });
    const site = await siteOf(settings, content, origin);
    resolve((ready = handlerOf(site)));
    // A site that was down at the start says who it is when it is back.
    if ("missing" in pages) void live?.whenListed.then(async () => (ready = handlerOf(await siteOf(settings, content, origin))));
    say(greeting({ site, pages, listens: ownOrigin(serving.url), demo: !settings.content, runtime: runtimeName() }));
  } catch (error) {
    stop(whyNot(error, settings));
    live?.close();
    return serving?.close(0);
  }

  const leave = once(async () => {
    say("Stopping: requests in flight are answered first.");
    await serving.close();
    output.flush();
    process.exit(0);
  });
  process.on("SIGINT", leave);
  process.on("SIGTERM", leave);
}

async function siteOf(settings: Settings, content: Content, origin: string): Promise<Site> {
  const demo = settings.content ? undefined : DEMO_SITE;
  const pagesOrigin = urlOf(settings)?.origin;
  const home = pagesOrigin ? await describeHome(content, 3_000) : (await content.pages()).find(({ path }) => path === "/");
  return {
    origin,
    pagesOrigin,
    name: settings.name ?? demo?.name ?? home?.title ?? new URL(pagesOrigin ?? origin).host,
    description: settings.description ?? demo?.description ?? home?.description ?? `The web site at ${pagesOrigin ?? origin}.`,
    contact: settings.contact,
    notOffered: demo?.notOffered ?? [],
  };
}

const folderOf = ({ content }: Settings): string =>
  content && "folder" in content ? content.folder : fileURLToPath(new URL("./content/demo", import.meta.url));

const urlOf = ({ content }: Settings): URL | undefined => (content && "url" in content ? content.url : undefined);

function liveContent(settings: Settings, log: Log | undefined): LiveContent | undefined {
  const url = urlOf(settings);
  if (!url) return undefined;
  const allow = mayBePrivate(url) ? [url.origin] : [];
  return sitemapContent(url, { outbound: outbound({ allow }), tell: (sentence) => log?.notice(sentence) });
}

function logOf(form: "pretty" | "json" | "off", write: (line: string) => void): Log | undefined {
  if (form === "off") return undefined;
  return form === "json" ? jsonLog(write) : prettyLog(write, { colour: process.stdout.isTTY && !process.env["NO_COLOR"] });
}

/** A service that listens everywhere is shown by this machine's own name. */
function ownOrigin(url: string): string {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:)/, "//127.0.0.1");
}

function whyNot(error: unknown, { hostname, port }: Settings): string {
  const code = (error as { code?: string }).code;
  if (code === "EADDRINUSE") return `Port ${port} of ${hostname} is in use: set SITE_PORT to another one, or to 0 for any.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code?.startsWith("EAI_")) return `SITE_HOST is ${hostname}, which is no address of this machine.`;
  if (code === "EACCES") return `Port ${port} may not be taken by this user: set SITE_PORT to one over 1023.`;
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
