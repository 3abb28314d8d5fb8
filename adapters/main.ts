/** The only composition root: reads the settings, puts the parts together, serves. */
import process from "node:process";
import { fileURLToPath } from "node:url";
import { createSite, Problem, type Content, type Log, type Site } from "../core/index.ts";
import { clientRule } from "./client.ts";
import { DEMO_SITE } from "./content/demo.ts";
import { folderContent } from "./content/folder.ts";
import { environmentWithFile } from "./dot-env.ts";
import { hostRule, originRule, readSettings, settingsHelp, type Settings } from "./environment.ts";
import { memoryLimiter } from "./limiter/memory.ts";
import { gathered, jsonLog, prettyLog } from "./log.ts";
import { isFromHere, processFigures } from "./metrics.ts";
import { runtimeName, serve, type Serving } from "./runtime/serve.ts";
import { greeting, helpText } from "./words.ts";

/** Serves as the environment says, until the process is told to stop; says what is wrong where it can't. */
export async function main(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  if (words.includes("--help") || words.includes("-h")) return console.log(helpText(settingsHelp()));
  if (words.length > 0) return stop(`${words[0]} is not understood; --help lists the settings.`);
  const settings = readSettings(environmentWithFile(".env", environment));
  if ("wrong" in settings) return stop(...settings.wrong);

  const content = folderContent(settings.contentFolder ?? fileURLToPath(new URL("./content/demo", import.meta.url)));
  const { rate } = settings;
  const limit = rate && { rate, limiter: memoryLimiter(rate), clientOf: clientRule(settings.trustedProxies) };
  const metrics = settings.metrics !== "off" && { process: processFigures(), isOpenTo: settings.metrics === "on" ? () => true : isFromHere };
  const output = gathered((text) => process.stdout.write(text));
  const log = logOf(settings, output.write);

  let serving: Serving | undefined;
  try {
    const pages = await content.pages();
    // The site's own address is known only when the port is: the handler waits for it.
    const { promise: handler, resolve } = Promise.withResolvers<ReturnType<typeof createSite>>();
    let ready: ReturnType<typeof createSite> | undefined;
    serving = await serve(async (asked) => (ready ?? (await handler))(asked), settings);
    const origin = settings.publicOrigin ?? ownOrigin(serving.url);
    const site = await siteOf(settings, content, origin);
    ready = createSite({
      site,
      content,
      allowsHost: hostRule(origin, settings.hosts),
      allowsOrigin: originRule(origin, settings.mcpOrigins),
      ...(limit && { limit }),
      ...(metrics && { metrics }),
      ...(log && { log }),
    });
    resolve(ready);
    console.log(greeting({ site, pages, listens: ownOrigin(serving.url), demo: !settings.contentFolder, runtime: runtimeName() }));
  } catch (error) {
    stop(whyNot(error, settings));
    return serving?.close(0);
  }

  const leave = once(async () => {
    console.log("Stopping: requests in flight are answered first.");
    await serving.close();
    output.flush();
    process.exit(0);
  });
  process.on("SIGINT", leave);
  process.on("SIGTERM", leave);
}

async function siteOf(settings: Settings, content: Content, origin: string): Promise<Site> {
  const demo = settings.contentFolder ? undefined : DEMO_SITE;
  const [first] = (await content.pages()).filter(({ path }) => path === "/");
  return {
    origin,
    name: settings.name ?? demo?.name ?? first?.title ?? new URL(origin).host,
    description: settings.description ?? demo?.description ?? first?.description ?? `The web site at ${origin}.`,
    contact: settings.contact,
    notOffered: demo?.notOffered ?? [],
  };
}

function logOf({ log }: Settings, write: (line: string) => void): Log | undefined {
  const form = log ?? (process.stdout.isTTY ? "pretty" : "json");
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
  if (code === "EADDRNOTAVAIL") return `SITE_HOST is ${hostname}, which is no address of this machine.`;
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
    void work();
  };
}
