import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Catalogue } from "../../core/index.ts";
import { type OpenCatalogue, openCatalogue } from "./folder.ts";

/** A catalogue that may come later, and be replaced by a newer one. */
export interface CurrentCatalogue extends Catalogue {
  /** Resolves when what is being compiled is there, or can't be. */
  readonly settled: Promise<void>;
  /** Lets go of the files, and ends what compiles. */
  close(): Promise<void>;
}

export interface CurrentOptions {
  /** Told, in a sentence, when the catalogue is there, or why it isn't. */
  tell(sentence: string): void;
  /** Starts compiling into a folder; by default a process of its own, so that requests are answered meanwhile. */
  compile?(folder: string): Compiling;
}

/** A compilation on its way. */
export interface Compiling {
  /** What it last said of itself. */
  said(): string;
  /** Resolves with nothing if it is done, or with why not. */
  readonly ended: Promise<string | undefined>;
  stop(): void;
}

/** The catalogue in a folder; where there is none it is compiled in the background, and is empty and busy until then. */
export async function currentCatalogue(
  folder: string,
  { tell, compile = compileBeside }: CurrentOptions,
): Promise<CurrentCatalogue> {
  let open = await openCatalogue(folder);
  let index = open?.index();
  let compiling: Compiling | undefined;
  let failed: string | undefined;

  const first = async () => {
    compiling = compile(folder);
    failed = await compiling.ended;
    compiling = undefined;
    if (failed === undefined) {
      open = await openCatalogue(folder);
      index = open?.index();
    }
    if (open)
      tell(
        `The catalogue is there: ${open.apps.length.toLocaleString("en")} apps with ${open.tools.toLocaleString("en")} tools.`,
      );
    else
      tell(
        `The catalogue could not be compiled: ${failed ?? "nothing came of it"} npm run catalogue tries again.`,
      );
  };
  const settled = open ? Promise.resolve() : first();

  return {
    settled,
    get apps() {
      return open?.apps ?? NONE;
    },
    get tools() {
      return open?.tools ?? 0;
    },
    get busy() {
      if (open) return undefined;
      if (compiling) return `The catalogue of apps is being compiled: ${compiling.said()}`;
      return `The catalogue of apps could not be compiled: ${failed ?? ""} npm run catalogue tries again.`;
    },
    app: async (slug) => open?.app(slug),
    tool: async (name) => open?.tool(name),
    cards: async (numbers) => (open && numbers.length > 0 ? open.cards(numbers) : []),
    toolsOf: (slug) => open?.toolsOf(slug),
    index: async () => index,
    async close() {
      compiling?.stop();
      await settled.catch(() => {});
      await open?.close();
    },
  };
}

const NONE: OpenCatalogue["apps"] = [];

const START = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../start.ts" : "../start.js", import.meta.url),
);

function compileBeside(folder: string): Compiling {
  const words =
    "Deno" in globalThis ? ["run", "--allow-all", "--node-modules-dir=manual", START] : [START];
  const child: ChildProcess = spawn(process.execPath, [...words, "catalogue", "--dir", folder], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "it begins.";
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said =
        text
          .trim()
          .split(/[\r\n]+/)
          .at(-1)
          ?.trim() || said;
    });
  }
  const ended = new Promise<string | undefined>((resolve) => {
    child.once("error", ({ message }) => resolve(message));
    child.once("exit", (code) => resolve(code === 0 ? undefined : said));
  });
  // Whoever starts and stops again does not wait for it; it goes on where it was.
  child.unref();
  return { said: () => said, ended, stop: () => void child.kill() };
}
