import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type CheckResult, getAllChecks, runChecks } from "afdocs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RuntimeProcess, startOn } from "../../adapters/runtime/start-on.ts";

const DEMO = join(import.meta.dirname, "../../adapters/content/demo");
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** Checks that depend on how authors write their pages, which Jackfield doesn't change. */
const MAY: Readonly<Record<string, string>> = {
  "llms-txt-directive-md": "pages link agent documents in their Link header, not in their text",
  "llms-txt-directive-html": "pages link agent documents in their Link header, not in their text",
  "markdown-link-portability":
    "Markdown files are served as their author wrote them; readPage returns absolute links",
  "markdown-content-parity": "Markdown leaves out captions of pictures, which readers can't see",
  "content-start-position": "HTML pages are served as their author wrote them",
};

/** Serves the pages of the demo shop without any support for agents. */
async function plainServer(): Promise<Server> {
  const server = createServer(({ url = "/" }, response) => {
    const path = url.split("?")[0]!;
    const file = join(DEMO, path.endsWith("/") ? `${path}index.html` : path);
    try {
      const body = readFileSync(file);
      response
        .writeHead(200, {
          "content-type": TYPES[extname(file)] ?? "application/octet-stream",
          "cache-control": "no-cache",
        })
        .end(body);
    } catch {
      response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not found</h1>");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

const MODES: Readonly<Record<string, (upstream: string) => NodeJS.ProcessEnv>> = {
  "the demo shop as a folder": () => ({}),
  "the same pages on an upstream server": (upstream) => ({ SITE_ORIGIN: upstream }),
};

/**
 * Waits until the site has found all pages of its upstream. Until then, documents that are read one
 * after the other list different pages.
 */
async function waitForPages(url: string): Promise<void> {
  const countLinks = async () =>
    (await (await fetch(`${url}/llms.txt`)).text()).split("](").length - 1;
  let [last, links] = [0, await countLinks()];
  // The first page is known before the site has read its links.
  while (links <= 1 || links !== last) {
    await setTimeout(6_000);
    [last, links] = [links, await countLinks()];
  }
}

describe.each(Object.entries(MODES))("afdocs on %s", (mode, settings) => {
  let upstream: Server;
  let program: RuntimeProcess;
  let folder: string;
  let results: readonly CheckResult[];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "jackfield-afdocs-"));
    upstream = await plainServer();
    const env = {
      SITE_PORT: "0",
      LOG: "off",
      DATA_DIR: folder,
      RATE_LIMIT: "off",
      ...settings(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`),
    };
    program = await startOn("node", [join(import.meta.dirname, "../../adapters/start.ts")], {
      cwd: folder,
      env,
    });
    await program.waitFor(/Read a page as Markdown/);
    await waitForPages(program.url);
    ({ results } = await runChecks(program.url, {
      maxLinksToTest: 10,
      requestDelay: 0,
      maxConcurrency: 4,
      samplingStrategy: "deterministic",
    }));
  }, 120_000);
  afterAll(async () => {
    await program?.stop();
    upstream?.close();
    rmSync(folder, { recursive: true, force: true });
    const count = (status: string) => results?.filter((each) => each.status === status).length;
    console.log(
      `afdocs on ${mode}: ${count("pass")} pass, ${count("warn")} warn, ${count("fail")} fail, ${count("skip")} have nothing to look at, of ${results?.length}`,
    );
  });

  for (const { id, description } of getAllChecks()) {
    test(`${id}: ${description}`, ({ skip }) => {
      const { status, message } = results.find((each) => each.id === id)!;
      if (status === "skip") return skip(message);
      if (status !== "pass" && MAY[id]) return skip(MAY[id]);
      expect([status, message]).toEqual(["pass", message]);
    });
  }
});

test("afdocs at its default settings stays within the default rate limit", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-afdocs-"));
  const program = await startOn("node", [join(import.meta.dirname, "../../adapters/start.ts")], {
    cwd: folder,
    env: { SITE_PORT: "0", LOG: "json", DATA_DIR: folder },
  });
  await program.waitFor(/Read a page as Markdown/);
  await runChecks(program.url);
  await program.stop();
  rmSync(folder, { recursive: true, force: true });
  const statuses = program.output().match(/"status":\d+/g)!;
  expect(statuses.length).toBeGreaterThan(300);
  expect(statuses).not.toContain('"status":429');
}, 300_000);
