import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Catalog } from "../../core/index.ts";
import { type OpenCatalog, openCatalog } from "./folder.ts";

/** A catalog that may come later, and be replaced by a newer one. */
export interface CurrentCatalog extends Catalog {
  /** Resolves when what is being compiled is there, or can't be. */
  readonly ready: Promise<void>;
  /** Lets go of the files, and ends what compiles. */
  close(): Promise<void>;
}

export interface CurrentOptions {
  /** Told, in a sentence, when the catalog is there, or why it isn't. */
  log(message: string): void;
  /** Starts compiling into a folder; by default a process of its own, so that requests are answered meanwhile. */
  compile?(folder: string): CompileJob;
}

/** A compilation on its way. */
export interface CompileJob {
  /** What it last said of itself. */
  status(): string;
  /** Resolves with nothing if it is done, or with why not. */
  readonly finished: Promise<string | undefined>;
  stop(): void;
}

/** The catalog in a folder; where there is none it is compiled in the background, and is empty and busy until then. */
export async function currentCatalog(
  folder: string,
  { log, compile = spawnCompiler }: CurrentOptions,
): Promise<CurrentCatalog> {
  let open = await openCatalog(folder);
  let index = open?.readIndex();
  let compiling: CompileJob | undefined;
  let failure: string | undefined;

  const compileCatalog = async () => {
    compiling = compile(folder);
    failure = await compiling.finished;
    compiling = undefined;
    if (failure === undefined) {
      open = await openCatalog(folder);
      index = open?.readIndex();
    }
    if (open)
      log(
        `The catalog is there: ${open.apps.length.toLocaleString("en")} apps with ${open.tools.toLocaleString("en")} tools.`,
      );
    else
      log(
        `The catalog could not be compiled: ${failure ?? "nothing came of it"} npm run catalog tries again.`,
      );
  };
  const ready = open ? Promise.resolve() : compileCatalog();

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
      if (compiling) return `The catalog of apps is being compiled: ${compiling.status()}`;
      return `The catalog of apps could not be compiled: ${failure ?? ""} npm run catalog tries again.`;
    },
    findApp: async (slug) => open?.findApp(slug),
    findTool: async (name) => open?.findTool(name),
    readCards: async (numbers) => (open && numbers.length > 0 ? open.readCards(numbers) : []),
    toolRange: (slug) => open?.toolRange(slug),
    readIndex: async () => index,
    async close() {
      compiling?.stop();
      await ready.catch(() => {});
      await open?.close();
    },
  };
}

const NO_APPS: OpenCatalog["apps"] = [];

const START_FILE = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../start.ts" : "../start.js", import.meta.url),
);

function spawnCompiler(folder: string): CompileJob {
  const args =
    "Deno" in globalThis
      ? ["run", "--allow-all", "--node-modules-dir=manual", START_FILE]
      : [START_FILE];
  const child: ChildProcess = spawn(process.execPath, [...args, "catalog", "--dir", folder], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let status = "it begins.";
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
  // Whoever starts and stops again does not wait for it; it goes on where it was.
  child.unref();
  return { status: () => status, finished, stop: () => void child.kill() };
}
