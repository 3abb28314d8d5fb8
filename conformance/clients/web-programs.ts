import { join } from "node:path";
import { chromium } from "playwright-core";
import { chromiumPath } from "../browser/chromium.ts";
import { bundleModule } from "../bundle.ts";
import { startWorker } from "../targets/worker.ts";
import { type CallServer, startCallServer } from "./call-server.ts";
import type { ClientProgram } from "./client-program.ts";

const PROGRAMS = join(import.meta.dirname, "programs");

/** Starts the program that calls a class of the client in workerd. */
export async function startWorkerClient(className: string): Promise<ClientProgram> {
  const server = await startCallServer();
  const script = await bundleModule(join(PROGRAMS, "worker-client.mjs"));
  const worker = await startWorker(script);
  const parameters = new URLSearchParams({ server: server.url, class: className });
  const ended = worker.dispatch(`http://worker/?${parameters}`);
  return {
    call: (options, call) => raceFailure(server.call(options, call), ended, "worker"),
    async close() {
      await server.close();
      await worker.close();
    },
  };
}

/** Starts the program that calls a class of the client in a page in Chromium. */
export async function startPageClient(className: string): Promise<ClientProgram> {
  const script = await bundleModule(join(PROGRAMS, "page-client.mjs"));
  const server = await startCallServer({
    "/": {
      type: "text/html",
      body: '<!doctype html><script type="module" src="/page.js"></script>',
    },
    "/page.js": { type: "text/javascript", body: script },
  });
  const browser = await chromium.launch({ executablePath: chromiumPath });
  const page = await browser.newPage();
  const failed = new Promise<never>((_, reject) => page.once("pageerror", reject));
  await page.goto(`${server.url}/?class=${className}`);
  return {
    call: (options, call) => raceFailure(server.call(options, call), failed, "page"),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Rejects if the program ends before the call does. */
function raceFailure(
  call: ReturnType<CallServer["call"]>,
  ended: Promise<unknown>,
  program: string,
): ReturnType<CallServer["call"]> {
  const failure = ended.then(() => {
    throw new Error(`The ${program} ended before the call did.`);
  });
  return Promise.race([call, failure]);
}
