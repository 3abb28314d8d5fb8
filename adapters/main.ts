/** The only composition root: reads the settings, puts the parts together, serves. */
import process from "node:process";
import { type Log, Problem } from "../core/index.ts";
import { clientRule } from "./client.ts";
import { doctor } from "./doctor.ts";
import { environmentWithFile } from "./dot-env.ts";
import { readSettings, type Settings, settingsHelp } from "./environment.ts";
import { gathered, jsonLog, prettyLog } from "./log.ts";
import { isFromHere, processFigures } from "./metrics.ts";
import type { Running, Surroundings } from "./running.ts";
import { servePlatform } from "./serve-platform.ts";
import { serveSite } from "./serve-site.ts";
import { helpText, LAST_WORDS, whyNotListening } from "./words.ts";

/** What is done instead of serving: by its name, with the words that follow it. */
const COMMANDS: Readonly<
  Record<
    string,
    (words: readonly string[], settings: Settings, environment: NodeJS.ProcessEnv) => Promise<0 | 1>
  >
> = {
  catalogue: async (words, { platform }, { npm_config_registry: registry }) =>
    (await import("./catalogue/command.ts")).catalogueCommand(words, {
      folder: platform?.catalogueFolder,
      registry,
    }),
  "signing-key": async (words, settings) =>
    (await import("./signing/command.ts")).signingKeyCommand(words, settings),
  apps: async (words, settings) => (await import("./apps.ts")).appsCommand(words, settings),
  secrets: async (words, settings) =>
    (await import("./secrets/command.ts")).secretsCommand(words, settings),
  keys: async (words, settings) => (await import("./keys.ts")).keysCommand(words, settings),
};

/** Serves as the environment says, until the process is told to stop; says what is wrong where it can't. */
export async function main(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  if (words[0] === "--help" || words[0] === "-h") return console.log(helpText(settingsHelp()));
  if (words[0] === "doctor" && words.length === 1) return process.exit(await doctor(environment));
  const command = words.length > 0 ? COMMANDS[words[0]!] : undefined;
  if (words.length > 0 && !command)
    return stop(`${words[0]} is not understood; --help lists the settings.`);
  const known = environmentWithFile(".env", environment);
  if ("wrong" in known) return stop(known.wrong);
  const settings = readSettings(known.environment);
  if ("wrong" in settings) return stop(...settings.wrong);
  if (command)
    return void (process.exitCode = await command(words.slice(1), settings, environment));

  // Whoever read the output may be gone: that is no reason to stop serving.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const metrics =
    settings.metrics !== "off"
      ? { process: processFigures(), isOpenTo: settings.metrics === "on" ? () => true : isFromHere }
      : undefined;
  const output = gathered((text) => process.stdout.write(text));
  const form = settings.log ?? (process.stdout.isTTY ? "pretty" : "json");
  // A log in JSON has the output to itself.
  const say = form === "json" ? console.error : console.log;
  const surroundings: Surroundings = {
    log: logOf(form, output.write),
    clientOf: clientRule(settings.trustedProxies),
    metrics,
    say,
    warn: console.error,
  };

  const running: Running[] = [];
  const close = async (seconds?: number) =>
    void (await Promise.all(running.map((service) => service.close(seconds))));
  try {
    if (settings.site) running.push(await serveSite(settings, surroundings));
    if (settings.platform)
      running.push(await servePlatform(settings.platform, settings, surroundings));
  } catch (error) {
    const place =
      settings.site && running.length === 0
        ? { ...settings, service: "SITE" }
        : { ...settings.platform!, service: "PLATFORM" };
    stop(whyNotListening(error, place) ?? faultOf(error));
    return close(0);
  }
  say(running.map(({ greeting }) => greeting).join("") + LAST_WORDS);

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
  return form === "json"
    ? jsonLog(write)
    : prettyLog(write, { colour: process.stdout.isTTY && !process.env["NO_COLOR"] });
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
