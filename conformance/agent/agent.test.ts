import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isInstalled, type Running, runOn } from "../../adapters/runtime/runtimes.ts";
import { type LiveSite, sitemapOf, startLiveSite } from "../ports/content/live-site.ts";
import { type Errand, runErrand } from "./errand.ts";
import { WAYS } from "./ways.ts";

const START = join(import.meta.dirname, "../../adapters/start.ts");
const RUNTIMES = ["node", "bun", "deno"];
const PRODUCTS = {
  products: [{ id: "guide-book", title: "A guide on paper", amount: 2400, currency: "EUR" }],
};
const GUIDE =
  "<title>A guide to tape</title><main><h1>A guide to tape</h1><p>Clean the heads, and then the guides, before every session.</p></main>";

/** Everything that is served of a site, and words that find one of its pages. */
interface Mode {
  readonly words: string;
  settings(folder: string): Promise<NodeJS.ProcessEnv>;
}

let live: LiveSite;
beforeAll(async () => {
  live = await startLiveSite();
  live.replies.set("/", { body: "<title>Live shop</title><p>Hello" });
  live.replies.set("/tape/guide", { body: GUIDE });
  live.replies.set("/sitemap.xml", {
    headers: { "content-type": "application/xml" },
    body: sitemapOf([`${live.origin}/`, `${live.origin}/tape/guide`]),
  });
});
afterAll(() => live.down());

const productsIn = (folder: string) => {
  const file = join(folder, "products.json");
  writeFileSync(file, JSON.stringify(PRODUCTS));
  return file;
};

const MODES: Readonly<Record<string, Mode>> = {
  "demo shop": { words: "loudness targets", settings: async () => ({}) },
  folder: {
    words: "tape guide",
    async settings(folder) {
      const pages = join(folder, "pages");
      mkdirSync(pages);
      writeFileSync(join(pages, "index.html"), "<title>My shop</title><p>Hello");
      writeFileSync(join(pages, "tape-guide.html"), GUIDE);
      return { SITE_CONTENT: pages, SITE_PRODUCTS: productsIn(folder) };
    },
  },
  front: {
    words: "tape guide",
    settings: async (folder) => ({ SITE_ORIGIN: live.origin, SITE_PRODUCTS: productsIn(folder) }),
  },
  "live site": {
    words: "tape guide",
    settings: async (folder) => ({
      SITE_CONTENT: `${live.origin}/`,
      SITE_PRODUCTS: productsIn(folder),
    }),
  },
};

const took: { runtime: string; mode: string; way: string; errand: Errand }[] = [];

for (const runtime of RUNTIMES) {
  describe.skipIf(!isInstalled(runtime)).each(Object.entries(MODES))(
    `${runtime}, %s`,
    (mode, { words, settings }) => {
      let program: Running;
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
        program = await runOn(runtime, [START], { env, cwd: folder });
        await program.until(/A first thing to try/);
      }, 60_000);
      afterAll(async () => {
        await program?.stop();
        rmSync(folder, { recursive: true, force: true });
      });

      test.each(Object.keys(WAYS))(
        "an agent that knows the address alone finds, reads and buys by %s",
        async (way) => {
          const address = /^ {2}For agents +(\S+)\/agent\/site\.json$/m.exec(program.said())![1]!;
          const errand = await runErrand(address, way, words);
          took.push({ runtime, mode, way, errand });
          expect(errand.agent.requests).toBeLessThan(30);
        },
      );
    },
  );
}

afterAll(() => {
  const rows = took.map(
    ({ runtime, mode, way, errand: { agent, buyer } }) =>
      `  ${runtime.padEnd(5)} ${mode.padEnd(10)} ${way.padEnd(5)} ${agent.requests} requests, ${agent.sent} bytes sent, ${agent.received} received; the buyer: ${buyer.requests}, ${buyer.sent}, ${buyer.received}`,
  );
  if (rows.length > 0)
    console.log(
      `What an agent's errand takes, from the address alone until it is paid:\n${rows.join("\n")}`,
    );
});
