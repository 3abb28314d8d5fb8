import { Worker } from "node:worker_threads";
import { createSemaphore } from "../../core/lib/kit/semaphore.ts";
import type { AppReader } from "../../core/ports/app-reader.ts";
import type { Outbound } from "../../core/ports/outbound.ts";
import {
  type AddOptions,
  type CompileResult,
  type DocumentText,
  readAppFrom,
  UnreadableAppError,
} from "./add.ts";

export interface AppReaderOptions {
  readonly outbound: Outbound;
  /** The maximum time of compiling a document in milliseconds. Default: 30 seconds. */
  readonly timeoutMs?: number;
}

/** How many documents may wait for the one that is compiled. */
const MAX_WAITING = 4;

/** The maximum heap of the thread. Only Node supports the limit. */
const MAX_HEAP_MB = 1024;

/** Creates the reader of apps that people add. Documents are compiled in a thread of their own. */
export function createAppReader({ outbound, timeoutMs = 30_000 }: AppReaderOptions): AppReader {
  const semaphore = createSemaphore(1);
  const compile: NonNullable<AddOptions["compile"]> = (document) =>
    semaphore.waiting >= MAX_WAITING
      ? { unreadable: "Other documents are being compiled. Try again in a minute." }
      : semaphore.run(() => compileInThread(document, timeoutMs));
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

/** Compiles a document in a new thread, which ends with the result or after the timeout. */
async function compileInThread(document: DocumentText, timeoutMs: number): Promise<CompileResult> {
  // The npm package contains JavaScript.
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const worker = new Worker(new URL(`./compile-worker.${extension}`, import.meta.url), {
    workerData: document,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  // It doesn't keep the process alive.
  worker.unref();
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => resolve(TOO_COMPLEX), timeoutMs);
      worker.on("message", resolve);
      worker.on("error", (error: Error & { readonly code?: string }) =>
        error.code === "ERR_WORKER_OUT_OF_MEMORY" ? resolve(TOO_COMPLEX) : reject(error),
      );
      worker.on("exit", () => reject(new Error("The thread that compiles documents ended.")));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
