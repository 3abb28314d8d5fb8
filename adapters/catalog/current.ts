import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { formatCount } from "../../core/lib/kit/text/format-count.ts";
import type { Catalog } from "../../core/ports/catalog.ts";
import { binaryFile, commandLine } from "../runtime/command-line.ts";
import { currentRuntime } from "../runtime/runtimes.ts";
import { DamagedCatalogError } from "./damaged-catalog.ts";
import { type OpenCatalog, openCatalog } from "./folder.ts";

/** A catalog that may still have to be compiled. It is empty until then. */
export interface CurrentCatalog extends Catalog {
  /** Resolves when the catalog is verified, or its compilation has succeeded or failed. */
  readonly ready: Promise<void>;
  /** Closes the files and stops the compilation. */
  close(): Promise<void>;
}

export interface CurrentOptions {
  /** Receives a sentence when the catalog has been compiled, or the reason why not. */
  log(message: string): void;
  /**
   * Starts a compilation. By default in a child process, so that the service keeps answering
   * requests.
   */
  compile?(folder: string): CompileJob;
}

/** A running compilation. */
export interface CompileJob {
  /** Returns the last line of its output. */
  status(): string;
  /** Resolves with undefined on success, or with the reason of the failure. */
  readonly finished: Promise<string | undefined>;
  stop(): void;
}

/**
 * Opens the catalog in a folder. If there is none, or if it is damaged, compiles it in the
 * background. Damage never rejects: it concerns only the platform, and other services continue.
 */
export async function currentCatalog(
  folder: string,
  { log, compile = spawnCompiler }: CurrentOptions,
): Promise<CurrentCatalog> {
  const warnOfDamage = (error: unknown) =>
    log(`The app catalog is damaged. ${(error as Error).message} Compiling it again.`);
  const openUndamaged = (onDamage: (error: unknown) => void) =>
    openCatalog(folder).catch((error: unknown) => {
      onDamage(error);
      return undefined;
    });
  let open = await openUndamaged(warnOfDamage);
  let compiling: CompileJob | undefined;
  let failure: string | undefined;

  const compileCatalog = async () => {
    const replaced = open;
    const job = compile(folder);
    compiling = job;
    let logged = job.status();
    const timer = setInterval(() => {
      const status = job.status();
      if (status !== logged) log(`Compiling the app catalog: ${status}`);
      logged = status;
    }, PROGRESS_INTERVAL_MS);
    timer.unref();
    failure = await job.finished;
    clearInterval(timer);
    compiling = undefined;
    const compiled =
      failure === undefined
        ? await openUndamaged((error) => {
            failure = (error as Error).message;
          })
        : undefined;
    if (compiled) open = compiled;
    if (open && failure === undefined)
      log(
        `The app catalog is ready: ${formatCount(open.apps.length, "app")} with ${formatCount(open.tools, "tool")}.`,
      );
    else log(explainFailure(failure));
    if (compiled) await replaced?.close();
  };
  let repair: Promise<void> | undefined;
  let isClosed = false;
  /** Compiles a damaged catalog again, once. The rest of it is served until then. */
  const repairCatalog = (error: unknown): Promise<void> | undefined => {
    if (isClosed || repair) return repair;
    warnOfDamage(error);
    repair = compileCatalog().finally(() => {
      repair = undefined;
    });
    return repair;
  };
  const verifyCards = async (catalog: OpenCatalog) => {
    try {
      await catalog.verifyCards();
    } catch (error) {
      // No card can be read.
      if (open === catalog && !isClosed) open = undefined;
      await repairCatalog(error);
      await catalog.close();
    }
  };
  const read = async <Value>(
    value: (catalog: OpenCatalog) => Promise<Value>,
  ): Promise<Value | undefined> => {
    const catalog = open;
    if (!catalog) return undefined;
    try {
      return await value(catalog);
    } catch (error) {
      if (error instanceof DamagedCatalogError && catalog === open) void repairCatalog(error);
      throw error;
    }
  };
  const ready = open ? verifyCards(open) : compileCatalog();

  return {
    ready,
    get apps() {
      return open?.apps ?? NO_APPS;
    },
    get tools() {
      return open?.tools ?? 0;
    },
    get progress() {
      if (open) return undefined;
      return compiling
        ? `The app catalog is being compiled: ${compiling.status()}`
        : explainFailure(failure);
    },
    findApp: (slug) => read((catalog) => catalog.findApp(slug)),
    findTool: (name) => read((catalog) => catalog.findTool(name)),
    readCards: async (numbers) =>
      numbers.length > 0 ? ((await read((catalog) => catalog.readCards(numbers))) ?? []) : [],
    toolRange: (slug) => open?.toolRange(slug),
    readIndex: async () => open?.readIndex(),
    async close() {
      isClosed = true;
      compiling?.stop();
      await ready.catch(() => {});
      await repair;
      await open?.close();
    },
  };
}

const explainFailure = (failure = "The compilation wrote no catalog.") =>
  `Compiling the app catalog failed: ${failure} Try again: ${commandLine("catalog")}`;

/** How often a changed progress of the compilation is logged. */
const PROGRESS_INTERVAL_MS = 10_000;

const NO_APPS: OpenCatalog["apps"] = [];

const START_FILE = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../start.ts" : "../start.js", import.meta.url),
);

function spawnCompiler(folder: string): CompileJob {
  // The one-file program starts itself.
  const args = binaryFile === undefined ? [...currentRuntime.command.slice(1), START_FILE] : [];
  const child: ChildProcess = spawn(
    process.execPath,
    [...args, "catalog", "--dir", folder, "--parent", String(process.pid)],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let status = "Starting.";
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      status =
        text
          .trim()
          .split(/[\r\n]+/)
          .at(-1)
          ?.trim() || status;
    });
  }
  const finished = new Promise<string | undefined>((resolve) => {
    child.once("error", ({ message }) => resolve(message));
    child.once("exit", (code) => resolve(code === 0 ? undefined : status));
  });
  // The process may exit during a compilation. The next start resumes it.
  child.unref();
  return { status: () => status, finished, stop: () => void child.kill() };
}
