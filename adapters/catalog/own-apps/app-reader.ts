import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { createSemaphore } from "../../../core/lib/kit/flow/semaphore.ts";
import type { AppReader } from "../../../core/ports/app-reader.ts";
import type { Outbound } from "../../../core/ports/outbound.ts";
import {
  type AddOptions,
  type CompileResult,
  type DocumentText,
  readAppFrom,
  UnreadableAppError,
} from "./add.ts";

interface AppReaderOptions {
  readonly outbound: Outbound;
  /** The maximum time of compiling a document in milliseconds. Default: 30 seconds. */
  readonly timeoutMs?: number;
  /** The maximum heap of the process in MiB. Only Node supports the limit. Default: 1,024. */
  readonly maxHeapMb?: number;
}

/** The limits of a compilation, with their defaults in `AppReaderOptions`. */
interface CompileLimits {
  readonly timeoutMs: number;
  readonly maxHeapMb?: number;
}

const MAX_HEAP_MB = 1024;

/** How many documents may wait for the one that is compiled. */
const MAX_WAITING = 4;

/**
 * Creates the reader of apps that people add. Each document is compiled in a process of its own, on
 * Deno in a thread.
 */
export function createAppReader({
  outbound,
  timeoutMs = 30_000,
  maxHeapMb,
}: AppReaderOptions): AppReader {
  const semaphore = createSemaphore(1);
  const compile: NonNullable<AddOptions["compile"]> = (document) =>
    semaphore.waiting >= MAX_WAITING
      ? { unreadable: "Other documents are being compiled. Try again in a minute." }
      : semaphore.run(() =>
          compileSeparately(document, { timeoutMs, ...(maxHeapMb && { maxHeapMb }) }),
        );
  return {
    async read(location, { slug } = {}) {
      if ("document" in location) return compile({ text: location.document, slug });
      try {
        return await readAppFrom(location.url, { outbound, slug, compile });
      } catch (error) {
        if (error instanceof UnreadableAppError) return { unreadable: error.message };
        throw error;
      }
    },
  };
}

const TOO_COMPLEX: CompileResult = {
  unreadable: "Compiling the document takes too much time or memory.",
};

// The npm package contains JavaScript.
const PROGRAM = new URL(
  `./compile-worker.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`,
  import.meta.url,
);

/** Compiles a document outside this thread, for at most `timeoutMs`. */
export async function compileSeparately(
  document: DocumentText,
  { timeoutMs, maxHeapMb = MAX_HEAP_MB }: CompileLimits,
): Promise<CompileResult> {
  // Deno starts processes only if the operator allows that.
  const compilation =
    "Deno" in globalThis ? startThread(document) : startProcess(document, maxHeapMb);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<CompileResult>((resolve) => {
    timer = setTimeout(() => resolve(TOO_COMPLEX), timeoutMs);
  });
  try {
    return await Promise.race([compilation.result, timeout]);
  } finally {
    clearTimeout(timer);
    await compilation.stop();
  }
}

interface Compilation {
  readonly result: Promise<CompileResult>;
  stop(): unknown;
}

/**
 * Compiles in a process, because V8 can end the whole process when one of its threads runs out of
 * memory, and when threads load TypeScript, which Node converts with WebAssembly. The process gets
 * no environment variables.
 */
function startProcess(document: DocumentText, maxHeapMb: number): Compilation {
  const child = fork(fileURLToPath(PROGRAM), [String(process.pid)], {
    env: {},
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const result = new Promise<CompileResult>((resolve, reject) => {
    child.on("message", resolve);
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      // Node aborts when the heap is full.
      if (signal) resolve(TOO_COMPLEX);
      else reject(new Error(`The process that compiles documents ended with code ${code}.`));
    });
    child.send(document);
  });
  return { result, stop: () => child.kill("SIGKILL") };
}

function startThread(document: DocumentText): Compilation {
  const worker = new Worker(PROGRAM, { workerData: document });
  worker.unref();
  const result = new Promise<CompileResult>((resolve, reject) => {
    worker.on("message", resolve);
    worker.on("error", reject);
    worker.on("exit", () => reject(new Error("The thread that compiles documents ended.")));
  });
  return { result, stop: () => worker.terminate() };
}
