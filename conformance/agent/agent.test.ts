import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isInstalled, type RuntimeProcess, startOn } from "../../adapters/runtime/start-on.ts";
import { createSitemap, type LiveSite, startLiveSite } from "../ports/content/live-site.ts";
import { PROTOCOLS } from "./protocols.ts";
import { runScenario, type ScenarioResult } from "./scenario.ts";

const START = join(import.meta.dirname, "../../adapters/start.ts");
const RUNTIMES = ["node", "bun", "deno"];
const PRODUCTS = {
  products: [{ id: "guide-book", title: "A guide on paper", amount: 2400, currency: "EUR" }],
};
const GUIDE =
  "<title>A guide to tape</title><main><h1>A guide to tape</h1><p>Clean the heads, and then the guides, before every session.</p></main>";

/** A way to serve a site, with words that find one of its pages. */
interface Mode {
  readonly query: string;
  settings(folder: string): Promise<NodeJS.ProcessEnv>;
}

let live: LiveSite;
beforeAll(async () => {
  live = await startLiveSite();
  live.replies.set("/", { body: "<title>Live shop</title><p>Hello" });
  live.replies.set("/tape/guide", { body: GUIDE });
  live.replies.set("/sitemap.xml", {
    headers: { "content-type": "application/xml" },
    body: createSitemap([`${live.origin}/`, `${live.origin}/tape/guide`]),
  });
});
afterAll(() => live.goOffline());

const catalogHtml = (folder: string) => {
  const file = join(folder, "products.json");
  writeFileSync(file, JSON.stringify(PRODUCTS));
  return file;
};

const MODES: Readonly<Record<string, Mode>> = {
  "demo shop": { query: "loudness targets", settings: async () => ({}) },
  folder: {
    query: "tape guide",
    async settings(folder) {
      const pages = join(folder, "pages");
      mkdirSync(pages);
      writeFileSync(join(pages, "index.html"), "<title>My shop</title><p>Hello");
      writeFileSync(join(pages, "tape-guide.html"), GUIDE);
      return { SITE_CONTENT: pages, SITE_PRODUCTS: catalogHtml(folder) };
    },
  },
  front: {
    query: "tape guide",
    settings: async (folder) => ({ SITE_ORIGIN: live.origin, SITE_PRODUCTS: catalogHtml(folder) }),
  },
  "live site": {
    query: "tape guide",
    settings: async (folder) => ({
      SITE_CONTENT: `${live.origin}/`,
      SITE_PRODUCTS: catalogHtml(folder),
    }),
  },
};

const results: { runtime: string; mode: string; way: string; errand: ScenarioResult }[] = [];

for (const runtime of RUNTIMES) {
  describe.skipIf(!isInstalled(runtime)).each(Object.entries(MODES))(
    `${runtime}, %s`,
    (mode, { query, settings }) => {
      let program: RuntimeProcess;
      let folder: string;
      beforeAll(async () => {
        folder = mkdtempSync(join(tmpdir(), "jackfield-agent-"));
        const env = {
          SITE_PORT: "0",
          LOG: "off",
          DATA_DIR: join(folder, ".data"),
          RATE_LIMIT: "600/60/300",
          ...(await settings(folder)),
        };
        program = await startOn(runtime, [START], { env, cwd: folder });
        await program.waitFor(/Read a page as Markdown/);
      }, 60_000);
      afterAll(async () => {
        await program?.stop();
        rmSync(folder, { recursive: true, force: true });
      });

      test.each(Object.keys(PROTOCOLS))(
        "an agent that knows the address alone finds, reads and buys by %s",
        async (protocol) => {
          const address = /^ {2}For agents +(\S+)\/agent\/site\.json$/m.exec(program.output())![1]!;
          const scenario = await runScenario(address, protocol, query);
          results.push({ runtime, mode, way: protocol, errand: scenario });
          expect(scenario.agent.requests).toBeLessThan(30);
        },
      );
    },
  );
}

afterAll(() => {
  const rows = results.map(
    ({ runtime, mode, way, errand: { agent, buyer } }) =>
      `  ${runtime.padEnd(5)} ${mode.padEnd(10)} ${way.padEnd(5)} ${agent.requests} requests, ${agent.bytesSent} bytes sent, ${agent.bytesReceived} received; the buyer: ${buyer.requests}, ${buyer.bytesSent}, ${buyer.bytesReceived}`,
  );
  if (rows.length > 0)
    console.log(
      `What an agent's errand takes, from the address alone until it is paid:\n${rows.join("\n")}`,
    );
});
