import process from "node:process";
import type { Log } from "../../core/ports/log.ts";
import { type Settings, siteServiceSettings } from "../config/settings.ts";
import type { Environment, ServiceName } from "../config/table.ts";
import { createClientKey } from "../rate-limit/client-address.ts";
import { toReachableOrigin } from "../runtime/address.ts";
import { type Listener, listen, type ServeOptions } from "../runtime/serve.ts";
import { StartupError } from "../runtime/startup-error.ts";
import { createBufferedWriter, createJsonLog, createPrettyLog } from "../telemetry/log.ts";
import { createProcessMetrics, isLocalRequest } from "../telemetry/metrics.ts";
import type { AppContext, RunningService } from "./app-context.ts";
import { CLOSING_MESSAGE, explainListenError } from "./messages.ts";
import { formatDifference, recordProcess } from "./process-records.ts";

/**
 * Serves the services of the settings, and ends the process after SIGINT or SIGTERM. Resolves once
 * they listen. Rejects with a `StartupError` if they can't.
 */
export async function serveUntilStopped(
  settings: Settings,
  variables: Environment = {},
): Promise<void> {
  const { shared } = settings;
  // The service continues if the reader of its output is gone.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const output = createBufferedWriter((text) => process.stdout.write(text));
  const format = shared.log ?? (process.stdout.isTTY ? "pretty" : "json");
  const log = createLog(format, output.write);
  const tracing =
    shared.tracing &&
    (await import("../telemetry/tracing/open-tracing.ts")).openTracing(
      shared.tracing,
      log?.warn ?? console.error,
    );
  const metrics =
    shared.metrics !== "off"
      ? {
          process: createProcessMetrics(),
          ...(tracing && { families: tracing.families }),
          isAllowed: shared.metrics === "on" ? () => true : isLocalRequest,
        }
      : undefined;
  // Standard output contains only JSON lines if the log is JSON.
  const print = format === "json" ? console.error : console.log;
  const context: AppContext = {
    log,
    tracer: tracing?.tracer,
    clientKey: createClientKey(shared.trustedProxies),
    metrics,
    isTerminal: (format === "json" ? process.stderr : process.stdout).isTTY === true,
    print,
    warn: console.error,
  };

  const serving = await serve(settings, context);
  const record = recordServing(settings, variables, context.warn);
  print(serving.greeting + CLOSING_MESSAGE);

  const shutDown = runOnce(async () => {
    print("Stopping once requests in flight are complete. Press Ctrl+C again to stop now.");
    record.remove();
    await serving.close();
    await tracing?.close();
    output.flush();
    process.exit(0);
  });
  process.on("SIGINT", shutDown);
  process.on("SIGTERM", shutDown);
}

/** Records this process in the data folder, and warns of processes there with other settings. */
function recordServing(
  settings: Settings,
  variables: Environment,
  warn: (message: string) => void,
): { remove(): void } {
  const { dataFolder } = settings.shared;
  const services: ServiceName[] = [];
  if (siteServiceSettings(settings)) services.push("site");
  if (settings.platform) services.push("platform");
  try {
    const record = recordProcess({ dataFolder, variables, services });
    for (const each of record.differing) warn(formatDifference(each, dataFolder));
    return record;
  } catch {
    // A site without data serves from a folder that it can't write.
    return { remove() {} };
  }
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
  const services: RunningService[] = [];
  let greeting = "";
  for (const { name, address, open } of enabledServices(settings, context)) {
    const server = await listen(address).catch((error: unknown) => {
      const listenError = explainListenError(error, { ...address, service: name });
      throw listenError
        ? new StartupError(listenError.message, { hint: listenError.hint, cause: error })
        : error;
    });
    opening.defer(() => server.close(0));
    servers.push(server);
    const service = await open(toReachableOrigin(server.url));
    opening.defer(() => service.close());
    services.push(service);
    service.start?.();
    server.handle(service.handler);
    greeting += service.greeting;
  }
  // Requests in flight need the resources of their services, so the servers close first.
  opening.defer(async () => {
    for (const service of services) service.endStreams?.();
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
      open: async (url) => (await import("./site.ts")).siteService(site, context, url),
    });
  if (platform)
    services.push({
      name: "PLATFORM",
      address: platform,
      open: async (url) =>
        (await import("./platform.ts")).platformService(platform, shared, context, url),
    });
  return services;
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

/** Runs a function at the first call. A second call ends the process immediately. */
function runOnce(run: () => Promise<void>): () => void {
  let hasStarted = false;
  return () => {
    if (hasStarted) process.exit(1);
    hasStarted = true;
    run().catch(() => process.exit(1));
  };
}
