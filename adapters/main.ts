/** The only composition root: reads the settings, puts the parts together, serves. */
import process from "node:process";
import { type Log, Problem } from "../core/index.ts";
import type { AppContext, RunningService } from "./app-context.ts";
import { createClientKey } from "./client-address.ts";
import { doctor } from "./doctor.ts";
import { readEnvironment } from "./dot-env.ts";
import { readSettings, type Settings } from "./environment.ts";
import { createBufferedWriter, createJsonLog, createPrettyLog } from "./log.ts";
import { CLOSING_MESSAGE, explainListenError, formatHelp } from "./messages.ts";
import { createProcessMetrics, isLocalRequest } from "./metrics.ts";
import { servePlatform } from "./serve-platform.ts";
import { serveSite } from "./serve-site.ts";
import { settingsHelp } from "./settings/table.ts";

/** What is done instead of serving: by its name, with the words that follow it. */
const COMMANDS: Readonly<
  Record<
    string,
    (args: readonly string[], settings: Settings, environment: NodeJS.ProcessEnv) => Promise<0 | 1>
  >
> = {
  catalog: async (args, { platform }, { npm_config_registry: registry }) =>
    (await import("./catalog/command.ts")).catalogCommand(args, {
      folder: platform?.catalogFolder,
      registry,
    }),
  "signing-key": async (args, settings) =>
    (await import("./signing/command.ts")).signingKeyCommand(args, settings),
  apps: async (args, settings) => (await import("./apps.ts")).appsCommand(args, settings),
  secrets: async (args, settings) =>
    (await import("./secrets/command.ts")).secretsCommand(args, settings),
  keys: async (args, settings) => (await import("./keys.ts")).keysCommand(args, settings),
};

/** Serves as the environment says, until the process is told to stop; says what is wrong where it can't. */
export async function main(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  if (args[0] === "--help" || args[0] === "-h") return console.log(formatHelp(settingsHelp()));
  if (args[0] === "doctor" && args.length === 1) return process.exit(await doctor(environment));
  const command = args.length > 0 ? COMMANDS[args[0]!] : undefined;
  if (args.length > 0 && !command)
    return abortStartup(`${args[0]} is not understood; --help lists the settings.`);
  const environmentFile = readEnvironment(".env", environment);
  if ("wrong" in environmentFile) return abortStartup(environmentFile.wrong);
  const settings = readSettings(environmentFile.environment);
  if ("wrong" in settings) return abortStartup(...settings.wrong);
  if (command) return void (process.exitCode = await command(args.slice(1), settings, environment));

  // Whoever read the output may be gone: that is no reason to stop serving.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const metrics =
    settings.metrics !== "off"
      ? {
          process: createProcessMetrics(),
          isAllowed: settings.metrics === "on" ? () => true : isLocalRequest,
        }
      : undefined;
  const output = createBufferedWriter((text) => process.stdout.write(text));
  const format = settings.log ?? (process.stdout.isTTY ? "pretty" : "json");
  // A log in JSON has the output to itself.
  const print = format === "json" ? console.error : console.log;
  const context: AppContext = {
    log: createLog(format, output.write),
    clientKey: createClientKey(settings.trustedProxies),
    metrics,
    print,
    warn: console.error,
  };

  const services: RunningService[] = [];
  const close = async (seconds?: number) =>
    void (await Promise.all(services.map((service) => service.close(seconds))));
  try {
    if (settings.site) services.push(await serveSite(settings, context));
    if (settings.platform) services.push(await servePlatform(settings.platform, settings, context));
  } catch (error) {
    const address =
      settings.site && services.length === 0
        ? { ...settings, service: "SITE" }
        : { ...settings.platform!, service: "PLATFORM" };
    abortStartup(explainListenError(error, address) ?? formatError(error));
    return close(0);
  }
  print(services.map(({ greeting }) => greeting).join("") + CLOSING_MESSAGE);

  const shutDown = runOnce(async () => {
    print("Stopping: requests in flight are answered first.");
    await close();
    output.flush();
    process.exit(0);
  });
  process.on("SIGINT", shutDown);
  process.on("SIGTERM", shutDown);
}

function createLog(
  format: "pretty" | "json" | "off",
  write: (line: string) => void,
): Log | undefined {
  if (format === "off") return undefined;
  return format === "json"
    ? createJsonLog(write)
    : createPrettyLog(write, { color: process.stdout.isTTY && !process.env["NO_COLOR"] });
}

function formatError(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function abortStartup(...messages: string[]): void {
  for (const message of messages) console.error(message);
  process.exitCode = 1;
}

/** The second time is in earnest: the process ends at once. */
function runOnce(run: () => Promise<void>): () => void {
  let hasStarted = false;
  return () => {
    if (hasStarted) process.exit(1);
    hasStarted = true;
    run().catch(() => process.exit(1));
  };
}
