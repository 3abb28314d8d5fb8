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
interface CompileJob {
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
  options: CurrentOptions,
): Promise<CurrentCatalog> {
  const open = await openUndamaged(folder, (error) => warnOfDamage(options, error));
  return new RepairingCatalog(folder, open, options);
}

class RepairingCatalog implements CurrentCatalog {
  readonly ready: Promise<void>;
  readonly #folder: string;
  readonly #options: CurrentOptions;
  #open: OpenCatalog | undefined;
  #compiling: CompileJob | undefined;
  #failure: string | undefined;
  #repair: Promise<void> | undefined;
  #isClosed = false;

  constructor(folder: string, open: OpenCatalog | undefined, options: CurrentOptions) {
    this.#folder = folder;
    this.#options = options;
    this.#open = open;
    this.ready = open ? this.#verifyCards(open) : this.#compile();
  }

  get apps(): OpenCatalog["apps"] {
    return this.#open?.apps ?? NO_APPS;
  }

  get tools(): number {
    return this.#open?.tools ?? 0;
  }

  get progress(): string | undefined {
    if (this.#open) return undefined;
    return this.#compiling
      ? `The app catalog is being compiled: ${this.#compiling.status()}`
      : explainFailure(this.#failure);
  }

  readonly findApp: Catalog["findApp"] = (slug) => this.#read((catalog) => catalog.findApp(slug));

  readonly findTool: Catalog["findTool"] = (name) =>
    this.#read((catalog) => catalog.findTool(name));

  readonly readCards: Catalog["readCards"] = async (numbers) =>
    numbers.length > 0 ? ((await this.#read((catalog) => catalog.readCards(numbers))) ?? []) : [];

  readonly toolRange: Catalog["toolRange"] = (slug) => this.#open?.toolRange(slug);

  readonly readIndex: Catalog["readIndex"] = async () => this.#open?.readIndex();

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#compiling?.stop();
    await this.ready.catch(() => {});
    await this.#repair;
    await this.#open?.close();
  }

  async #read<Value>(value: (catalog: OpenCatalog) => Promise<Value>): Promise<Value | undefined> {
    const catalog = this.#open;
    if (!catalog) return undefined;
    try {
      return await value(catalog);
    } catch (error) {
      if (error instanceof DamagedCatalogError && catalog === this.#open)
        void this.#repairCatalog(error);
      throw error;
    }
  }

  async #verifyCards(catalog: OpenCatalog): Promise<void> {
    try {
      await catalog.verifyCards();
    } catch (error) {
      // No card can be read.
      if (this.#open === catalog && !this.#isClosed) this.#open = undefined;
      await this.#repairCatalog(error);
      await catalog.close();
    }
  }

  /** Compiles a damaged catalog again, once. The rest of it is served until then. */
  #repairCatalog(error: unknown): Promise<void> | undefined {
    if (this.#isClosed || this.#repair) return this.#repair;
    warnOfDamage(this.#options, error);
    this.#repair = this.#compile().finally(() => {
      this.#repair = undefined;
    });
    return this.#repair;
  }

  async #compile(): Promise<void> {
    const replaced = this.#open;
    await this.#runCompilation();
    const compiled =
      this.#failure === undefined
        ? await openUndamaged(this.#folder, (error) => {
            this.#failure = (error as Error).message;
          })
        : undefined;
    if (compiled) this.#open = compiled;
    this.#logResult();
    if (compiled) await replaced?.close();
  }

  async #runCompilation(): Promise<void> {
    const { log, compile = spawnCompiler } = this.#options;
    const job = compile(this.#folder);
    this.#compiling = job;
    let logged = job.status();
    const timer = setInterval(() => {
      const status = job.status();
      if (status !== logged) log(`Compiling the app catalog: ${status}`);
      logged = status;
    }, PROGRESS_INTERVAL_MS);
    timer.unref();
    this.#failure = await job.finished;
    clearInterval(timer);
    this.#compiling = undefined;
  }

  #logResult(): void {
    const { log } = this.#options;
    const open = this.#open;
    if (open && this.#failure === undefined)
      log(
        `The app catalog is ready: ${formatCount(open.apps.length, "app")} with ${formatCount(open.tools, "tool")}.`,
      );
    else log(explainFailure(this.#failure));
  }
}

const warnOfDamage = ({ log }: CurrentOptions, error: unknown) =>
  log(`The app catalog is damaged. ${(error as Error).message} Compiling it again.`);

/** Resolves to undefined if there is no catalog or if it is damaged. */
const openUndamaged = (folder: string, onDamage: (error: unknown) => void) =>
  openCatalog(folder).catch((error: unknown) => {
    onDamage(error);
    return undefined;
  });

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
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
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
