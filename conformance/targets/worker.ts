import { createRequire } from "node:module";
import { bundleModule } from "../bundle.ts";
import { createContentFolder } from "../fixtures/content-folder.ts";
import { readStaticFiles } from "../fixtures/static-files.ts";
import { site } from "../services/site.ts";
import { createHttpClient } from "./http-client.ts";
import type { TargetKind } from "./target.ts";

/** The worker that serves the fixture site. */
const SITE_MODULE = new URL("../fixtures/worker-site.ts", import.meta.url).pathname;

/**
 * The core in workerd, with static content and nothing for sale. It runs the portable cases, because
 * it simulates no faults.
 */
export const siteWorker: TargetKind = {
  name: "workerd",
  service: site,
  isFixture: false,
  scope: "everything",
  skipReason: workerSkipReason,
  async start() {
    const { folder, remove } = createContentFolder();
    const { pages, files } = await readStaticFiles(folder);
    remove();
    const script = await bundleModule(SITE_MODULE);
    const worker = await startWorker(script, { PAGES: pages, FILES: files });
    // workerd closes a connection after a response for which it didn't read the request.
    const { closeConnections, ...client } = createHttpClient(worker.url, { keepAlive: false });
    return {
      ...client,
      async close() {
        closeConnections();
        await worker.close();
      },
    };
  },
};

/** Why workers can't be started here, if so. */
export function workerSkipReason(): string | undefined {
  try {
    createRequire(import.meta.url).resolve("miniflare");
    return undefined;
  } catch {
    return "miniflare is not installed";
  }
}

/** A running worker. */
export interface Worker {
  /** The URL on which workerd listens. */
  readonly url: string;
  /** Sends a request and resolves when the worker has responded. */
  dispatch(url: string): Promise<void>;
  close(): Promise<void>;
}

/** The date of the behavior that the worker gets from workerd. */
const COMPATIBILITY_DATE = "2026-07-01";

/** Runs a module in workerd, the runtime of Cloudflare Workers, without the APIs of Node.js. */
export async function startWorker(
  script: string,
  bindings: Readonly<Record<string, any>> = {},
): Promise<Worker> {
  const { Miniflare } = await import("miniflare");
  const miniflare = new Miniflare({
    modules: true,
    script,
    bindings,
    compatibilityDate: COMPATIBILITY_DATE,
    host: "127.0.0.1",
    port: 0,
  });
  const { origin } = await miniflare.ready;
  return {
    url: origin,
    async dispatch(url) {
      await (await miniflare.dispatchFetch(url)).text();
    },
    close: () => miniflare.dispose(),
  };
}
