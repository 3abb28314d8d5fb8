import { Worker } from "node:worker_threads";
import { createSemaphore } from "../../core/lib/kit/flow/semaphore.ts";
import type {
  ConversionFailure,
  ConvertedPage,
  PageSource,
} from "../../core/lib/page-reader/index.ts";
import type { PageConverter } from "../../core/ports/page-converter.ts";

export interface PageConverterOptions {
  /** The maximum time of one conversion in milliseconds. Default: 20 seconds. */
  readonly timeoutMs?: number;
  /** How many pages may wait for the thread. Default: 12. */
  readonly maxWaiting?: number;
  /** How many pages of one client may wait. Default: 8. */
  readonly maxWaitingPerClient?: number;
  /** After this time without a page, the thread ends and returns its memory. Default: 10 seconds. */
  readonly idleMs?: number;
}

type Result = ConvertedPage | ConversionFailure;

/**
 * The maximum heap of the thread. A page of the largest size and complexity needs a third of it.
 * Only Node supports the limit.
 */
const MAX_HEAP_MB = 1024;

/**
 * Creates the conversion of large pages in a separate thread, one at a time. The thread starts
 * with the first page. Clients with waiting pages take turns. A conversion that exceeds its time or memory ends the thread.
 */
export function createPageConverter({
  timeoutMs = 20_000,
  maxWaiting = 12,
  maxWaitingPerClient = 8,
  idleMs = 10_000,
}: PageConverterOptions = {}): { convert: PageConverter; close(): Promise<void> } {
  const semaphore = createSemaphore(1);
  let thread: Thread | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  const stopThread = async () => {
    clearTimeout(idleTimer);
    const stopped = thread;
    thread = undefined;
    if (!stopped) return;
    stopped.onFailure = () => {};
    await stopped.worker.terminate();
  };
  const runInThread = (source: PageSource): Promise<Result> =>
    new Promise((resolve, reject) => {
      thread ??= startThread();
      const timer = setTimeout(() => {
        void stopThread();
        resolve(TOO_COMPLEX);
      }, timeoutMs);
      thread.onResult = (result) => {
        clearTimeout(timer);
        resolve(result);
      };
      thread.onFailure = (error) => {
        clearTimeout(timer);
        void stopThread();
        if (error.code === "ERR_WORKER_OUT_OF_MEMORY") resolve(TOO_COMPLEX);
        else reject(error);
      };
      thread.worker.postMessage(source);
    });

  return {
    async convert(source, client) {
      const hasFullShare =
        client !== undefined && semaphore.waitingOf(client) >= maxWaitingPerClient;
      if (semaphore.waiting >= maxWaiting || hasFullShare) return { failure: "busy" };
      return semaphore.run(
        async () => {
          clearTimeout(idleTimer);
          try {
            return await runInThread(source);
          } finally {
            idleTimer = setTimeout(() => void stopThread(), idleMs);
            idleTimer.unref();
          }
        },
        { holder: client },
      );
    },
    close: stopThread,
  };
}

const TOO_COMPLEX: ConversionFailure = { failure: "too_complex" };

/** The thread, with what to do about the page that it converts. */
interface Thread {
  readonly worker: Worker;
  onResult(result: Result): void;
  onFailure(error: Error & { readonly code?: string }): void;
}

function startThread(): Thread {
  // The npm package contains JavaScript.
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const worker = new Worker(new URL(`./page-worker.${extension}`, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const thread: Thread = { worker, onResult() {}, onFailure() {} };
  worker.on("message", (result: Result) => thread.onResult(result));
  worker.on("error", (error: Error) => thread.onFailure(error));
  worker.on("exit", () => thread.onFailure(new Error("The page converter ended.")));
  // It doesn't keep the process alive.
  worker.unref();
  return thread;
}
