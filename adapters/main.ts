/** The composition root: reads the settings, then runs a command or serves. */
import process from "node:process";
import type { Log } from "../core/ports/log.ts";
import { CLOSING_MESSAGE, explainListenError, formatHelp } from "./cli/messages.ts";
import { readEnvironment } from "./config/dot-env.ts";
import { readSettings, type Settings, siteServiceSettings } from "./config/settings.ts";
import { StartupError } from "./config/startup-error.ts";
import { settingsHelp } from "./config/table.ts";
import { createClientKey } from "./rate-limit/client-address.ts";
import { toReachableOrigin } from "./runtime/address.ts";
import { type Listener, listen, type ServeOptions } from "./runtime/serve.ts";
import type { AppContext, RunningService } from "./services/app-context.ts";
import { createBufferedWriter, createJsonLog, createPrettyLog } from "./telemetry/log.ts";
import { createProcessMetrics, isLocalRequest } from "./telemetry/metrics.ts";

/** The commands besides serving and `doctor`, by name. They resolve with the exit code. */
const COMMANDS: Readonly<
  Record<
    string,
    (args: readonly string[], settings: Settings, environment: NodeJS.ProcessEnv) => Promise<0 | 1>
  >
> = {
  catalog: async (args, { platform }, { npm_config_registry: registry }) =>
    (await import("./cli/catalog.ts")).catalogCommand(args, {
      folder: platform?.catalogFolder,
      registry,
    }),
  "signing-key": async (args, { shared }) =>
    (await import("./cli/signing-key.ts")).signingKeyCommand(args, shared),
  apps: async (args, settings) => (await import("./cli/apps.ts")).appsCommand(args, settings),
  secrets: async (args, { shared }) =>
    (await import("./cli/secrets.ts")).secretsCommand(args, shared),
  keys: async (args, { shared }) => (await import("./cli/keys.ts")).keysCommand(args, shared),
};

/** Commands that were renamed, by their former names. */
const FORMER_COMMANDS: Readonly<Record<string, string>> = { catalogue: "catalog" };

/**
 * Runs a command, or serves until the process receives SIGINT or SIGTERM. Reports errors and sets
 * the exit code.
 */
export async function main(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  if (args[0] === "--help" || args[0] === "-h") return console.log(formatHelp(settingsHelp()));
  if (args[0] === "doctor" && args.length === 1)
    return process.exit(await (await import("./doctor/doctor.ts")).doctor(environment));
  const [name, ...commandArgs] = args;
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (name !== undefined && !command) return abortStartup(explainUnknownCommand(name));
  const environmentFile = readEnvironment(".env", environment);
  if ("error" in environmentFile) return abortStartup(environmentFile.error);
  const settings = readSettings(environmentFile.environment);
  if ("errors" in settings) return abortStartup(...settings.errors);
  if (command) {
    process.exitCode = await command(commandArgs, settings, environment);
    return;
  }

  const { shared } = settings;
  // The service continues if the reader of its output is gone.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const metrics =
    shared.metrics !== "off"
      ? {
          process: createProcessMetrics(),
          isAllowed: shared.metrics === "on" ? () => true : isLocalRequest,
        }
      : undefined;
  const output = createBufferedWriter((text) => process.stdout.write(text));
  const format = shared.log ?? (process.stdout.isTTY ? "pretty" : "json");
  // Standard output contains only JSON lines if the log is JSON.
  const print = format === "json" ? console.error : console.log;
  const context: AppContext = {
    log: createLog(format, output.write),
    clientKey: createClientKey(shared.trustedProxies),
    metrics,
    print,
    warn: console.error,
  };

  let serving: Serving;
  try {
    serving = await serve(settings, context);
  } catch (error) {
    return abortStartup(formatError(error));
  }
  print(serving.greeting + CLOSING_MESSAGE);

  const shutDown = runOnce(async () => {
    print("Stopping once requests in flight are complete. Press Ctrl+C again to stop now.");
    await serving.close();
    output.flush();
    process.exit(0);
  });
  process.on("SIGINT", shutDown);
  process.on("SIGTERM", shutDown);
}

/** The running services. */
interface Serving {
  readonly greeting: string;
  close(): Promise<void>;
}

/** Serves the enabled services. If it rejects, everything is closed again. */
async function serve(settings: Settings, context: AppContext): Promise<Serving> {
  await using opening = new AsyncDisposableStack();
  const servers: Listener[] = [];
  let greeting = "";
  for (const { name, address, open } of enabledServices(settings, context)) {
    const server = await listen(address).catch((error: unknown) => {
      const listenError = explainListenError(error, { ...address, service: name });
      throw listenError
        ? new StartupError(`${listenError.message} ${listenError.hint}`, { cause: error })
        : error;
    });
    opening.defer(() => server.close(0));
    servers.push(server);
    const service = await open(toReachableOrigin(server.url));
    opening.defer(() => service.close());
    service.start?.();
    server.handle(service.handler);
    greeting += service.greeting;
  }
  // Requests in flight need the resources of their services, so the servers close first.
  opening.defer(async () => {
    await Promise.all(servers.map((server) => server.close()));
  });
  const resources = opening.move();
  return { greeting, close: () => resources.disposeAsync() };
}

/** A service that isn't open yet. */
interface EnabledService {
  /** The prefix of its settings. */
  readonly name: "SITE" | "PLATFORM";
  readonly address: ServeOptions;
  open(listeningUrl: string): Promise<RunningService>;
}

/** Returns the services that the settings enable. Each is loaded when it is opened. */
function enabledServices(settings: Settings, context: AppContext): EnabledService[] {
  const { platform, shared } = settings;
  const site = siteServiceSettings(settings);
  const services: EnabledService[] = [];
  if (site)
    services.push({
      name: "SITE",
      address: site,
      open: async (url) => (await import("./services/site.ts")).siteService(site, context, url),
    });
  if (platform)
    services.push({
      name: "PLATFORM",
      address: platform,
      open: async (url) =>
        (await import("./services/platform.ts")).platformService(platform, shared, context, url),
    });
  return services;
}

function explainUnknownCommand(name: string): string {
  if (Object.hasOwn(FORMER_COMMANDS, name))
    return `"${name}" is now called "${FORMER_COMMANDS[name]}".`;
  if (name === "doctor") return `"doctor" takes no arguments.`;
  return `Unknown command "${name}". List commands and settings: npm start -- --help`;
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
  if (error instanceof StartupError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function abortStartup(...messages: string[]): void {
  for (const message of messages) console.error(message);
  process.exitCode = 1;
}

/** Runs a function at the first call. A second call ends the process immediately. */
function runOnce(run: () => Promise<void>): () => void {
  let hasStarted = false;
  return () => {
    if (hasStarted) process.exit(1);
    hasStarted = true;
    run().catch(() => process.exit(1));
  };
}
