import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createSitemap,
  createSitemapIndex,
  type LiveSite,
  startLiveSite,
} from "../conformance/ports/content/live-site.ts";
import { checkRuntime } from "./doctor/runtime.ts";
import { doctor } from "./doctor.ts";
import { isInstalled, RUNTIME_COMMANDS, startOn } from "./runtime/runtimes.ts";

const START = join(import.meta.dirname, "start.ts");
const PAGE = "<title>A</title><main><h1>A page</h1><p>Some words.";

/** What the doctor says of some settings, and its exit code; it listens on a free port unless they say otherwise. */
async function runDoctor(
  environment: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const code = await doctor({ SITE_PORT: "0", PLATFORM: "off", ...environment }, (line) =>
    lines.push(line),
  );
  return { code, output: lines.join("\n") };
}

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket.destroy() !== undefined));
    socket.once("error", () => resolve(false));
  });

describe("the settings", () => {
  test("are well where none is set", async () => {
    const { code, output } = await runDoctor({ SITE_PORT: String(await freePort()) });
    expect(output).toMatch(
      /ok +The demo shop has \d\d pages\.\nok +3 of them, tried, can be read\./,
    );
    expect(output).toContain("All is well.");
    expect(code).toBe(0);
  });

  test("are told of, every wrong one, and those that are nearly called like one", async () => {
    const { code, output } = await runDoctor({
      SITE_PORT: "high",
      SITE_PROT: "1",
      LOG: "loud",
      RATE_LIMITS: "60/60",
      SITE_CONTENT: "/no/such/folder",
    });
    expect(output).toContain('problem  SITE_CONTENT is "/no/such/folder", which is not a folder.');
    expect(output).toContain(`problem  SITE_PORT is "high", but must be`);
    expect(output).toContain("problem  SITE_PROT is not a setting.");
    expect(output).toContain(`problem  LOG is "loud", but must be`);
    expect(output).toContain(
      "note     RATE_LIMITS is no setting.\n         → If it is meant for Jackfield, call it RATE_LIMIT.",
    );
    expect(output).toContain("4 problems, 1 note.");
    expect(code).toBe(1);
  });

  test("give no secret away", async () => {
    const { output } = await runDoctor({
      SITE_URL: "https://me:secret@shop.example/",
      SITE_CONTENT: `http://127.0.0.1:${await freePort()}/sitemap.xml?key=secret`,
    });
    expect(output).toContain(
      `SITE_URL is "https://…@shop.example/", but must be an origin without a path`,
    );
    expect(output).toContain("127.0.0.1 cannot be reached (ECONNREFUSED)");
    expect(output).not.toContain("secret");
  });
});

describe("a folder", () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "jackfield-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  test("is a problem without a page", async () => {
    expect(await runDoctor({ SITE_CONTENT: folder })).toMatchObject({
      code: 1,
      output: expect.stringContaining(`problem  ${folder} has no pages.`),
    });
  });

  test("is looked through: its home page, its sitemap, a few pages", async () => {
    writeFileSync(join(folder, "a.html"), PAGE);
    writeFileSync(join(folder, "empty.html"), "<title>Nothing</title>");
    writeFileSync(join(folder, "sitemap.xml"), "<urlset><url><loc>");
    const { code, output } = await runDoctor({ SITE_CONTENT: folder });
    expect(output).toContain(`ok       ${folder} has 2 pages.`);
    expect(output).toContain(`note     ${folder} has no home page.`);
    expect(output).toContain(`sitemap.xml ends before its list does.`);
    expect(output).toMatch(/note +\/empty\.html (holds no text|can't be read)/);
    expect(code).toBe(0);
  });

  test("is a problem where it contains the data folder", async () => {
    writeFileSync(join(folder, "index.html"), PAGE);
    const data = join(folder, "data");
    const { code, output } = await runDoctor({ SITE_CONTENT: folder, DATA_DIR: data });
    expect(output).toContain(
      `problem  SITE_CONTENT (${folder}) contains DATA_DIR (${data}), which holds keys.\n         → Move one of them: set`,
    );
    expect(output).toContain("1 problem,");
    expect(code).toBe(1);
  });

  // Whoever runs everything as root may read everything.
  test.skipIf(process.getuid?.() === 0)("tells of files that can't be read", async () => {
    for (const name of ["index.html", "locked.html"]) writeFileSync(join(folder, name), PAGE);
    mkdirSync(join(folder, "shut"));
    chmodSync(join(folder, "locked.html"), 0);
    chmodSync(join(folder, "shut"), 0);
    const { code, output } = await runDoctor({ SITE_CONTENT: folder });
    expect(output).toMatch(
      /note +2 files or folders can't be read, such as .+: they are left out\./,
    );
    expect(code).toBe(0);
  });
});

describe("a live site", () => {
  let site: LiveSite;
  beforeEach(async () => void (site = await startLiveSite()));
  afterEach(() => site.close());
  const siteUrl = (path: string) => site.origin + path;

  test("is well where its sitemaps can be read and its pages too", async () => {
    site.replies.set("/robots.txt", { body: `Sitemap: ${siteUrl("/list.txt")}` });
    site.replies.set("/list.txt", { body: `${siteUrl("/")}\n${siteUrl("/a")}\n` });
    for (const path of ["/", "/a"]) site.replies.set(path, { body: PAGE });
    const { code, output } = await runDoctor({ SITE_CONTENT: site.origin });
    expect(output).toContain(
      `ok       ${siteUrl("/list.txt")} lists 2 pages.\nok       ${site.origin} has 2 pages.\nok       2 of them, tried, can be read.`,
    );
    expect(code).toBe(0);
  });

  test("is told of entry by entry, with the line", async () => {
    const broken =
      "<urlset>\n<url><loc>{}/a</loc></url>\n<url><lastmod>2026</lastmod></url>\n<url><loc>/b</loc></url>\n<url><loc>https://other.example/c</loc></url>\n<url><loc>{}/d</loc><lastmod>soon</lastmod></url></urlset>";
    site.replies.set("/sitemap.xml", { body: broken.replaceAll("{}", site.origin) });
    site.replies.set("/a", { body: PAGE });
    const { code, output } = await runDoctor({ SITE_CONTENT: site.origin });
    expect(output).toContain(
      `${siteUrl("/sitemap.xml")} lists 2 pages; something is wrong with 4 entries:`,
    );
    expect(output).toContain("line 3 has no address\n");
    expect(output).toContain("line 4 is /b, which is no absolute URL\n");
    expect(output).toContain("line 5 is https://other.example/c, on another host\n");
    expect(output).toContain("line 6 has the lastmod soon, which is no date\n");
    expect(output).toContain("note     /d can't be read: There is no page");
    expect(code).toBe(0);
  });

  test("is told of file by file: loops, broken gzip, sitemaps on another host", async () => {
    site.replies.set("/robots.txt", {
      body: `Sitemap: ${siteUrl("/sitemap.xml")}\nSitemap: https://cdn.example/sitemap.xml`,
    });
    site.replies.set("/sitemap.xml", {
      body: createSitemapIndex([
        siteUrl("/sitemap.xml"),
        siteUrl("/1.xml"),
        siteUrl("/2.xml.gz"),
        siteUrl("/3.xml"),
      ]),
    });
    site.replies.set("/1.xml", { body: createSitemap([siteUrl("/a")]) });
    site.replies.set("/2.xml.gz", { body: gzipSync("<urlset></urlset>").subarray(0, 20) });
    site.replies.set("/3.xml", { body: createSitemapIndex([siteUrl("/1.xml")]) });
    site.replies.set("/a", { body: PAGE });
    const { code, output: said } = await runDoctor({ SITE_CONTENT: site.origin });
    expect(said).toContain(
      `robots.txt names https://cdn.example/sitemap.xml, which is not at ${site.origin}`,
    );
    expect(said).toContain(`${siteUrl("/sitemap.xml")} names itself.`);
    expect(said).toContain(`${siteUrl("/2.xml.gz")} is no gzip`);
    expect(said).toContain(`${siteUrl("/3.xml")} is an index within an index`);
    expect(code).toBe(0);
  });

  test.each([
    [
      "no sitemap",
      () => {},
      /has no sitemap where one is looked for.+\n +→ Set SITE_CONTENT to the address of the site's sitemap/,
    ],
    [
      "a site that refuses",
      () => site.replies.set("/robots.txt", { status: 403 }).set("/sitemap.xml", { status: 403 }),
      /answers 403.+\n +→ The site refuses this service/,
    ],
    [
      "only pages of another host",
      () =>
        site.replies.set("/sitemap.xml", { body: createSitemap(["https://www.other.example/"]) }),
      /lists no page of its own.\n +→ Set SITE_CONTENT to the host/,
    ],
    [
      "a site that is down",
      () => site.goOffline(),
      /can't be reached.+ECONNREFUSED.+\n +→ Nothing listens there/,
    ],
  ])("is a problem: %s", async (_, setUp, expected) => {
    await setUp();
    expect(await runDoctor({ SITE_CONTENT: site.origin })).toMatchObject({
      code: 1,
      output: expect.stringMatching(expected),
    });
    if (expected.source.includes("ECONNREFUSED")) await site.goOnline();
  });

  test("is a problem where its name is not known", async () => {
    const { code, output: said } = await runDoctor({ SITE_CONTENT: "https://shop.invalid" });
    expect(said).toMatch(/shop\.invalid has no address.+\n +→ Look at the host's name/);
    expect(code).toBe(1);
  });
});

describe("the port, and SITE_URL", () => {
  test("are a problem where another program has the port", async () => {
    const site = await startLiveSite();
    const { port } = new URL(site.origin);
    expect(await runDoctor({ SITE_PORT: port })).toMatchObject({
      code: 1,
      output: expect.stringContaining(`Port ${port} of 127.0.0.1 is in use by another program.`),
    });
    await site.close();
  });

  test("are noted where a Jackfield has it, which SITE_URL may lead to", async () => {
    const program = await startOn("node", [START], { env: { SITE_PORT: "0", LOG: "off" } });
    const { port } = new URL(program.url);
    const { code, output: said } = await runDoctor({ SITE_PORT: port, SITE_URL: program.url });
    await program.stop();
    expect(said).toMatch(
      new RegExp(`Port ${port} of 127.0.0.1 is in use: a Jackfield that serves ".+" answers there`),
    );
    expect(said).toContain(`SITE_URL is ${program.url}, which leads here.`);
    expect(code).toBe(0);
  });

  test("lead here, or the doctor says where they do", async () => {
    const port = String(await freePort());
    expect(
      await runDoctor({ SITE_PORT: port, SITE_URL: `http://127.0.0.1:${port}` }),
    ).toMatchObject({
      code: 0,
      output: expect.stringContaining("which leads here"),
    });
    expect(await isListening(Number(port))).toBe(false);
    const site = await startLiveSite();
    expect(await runDoctor({ SITE_PORT: port, SITE_URL: site.origin })).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        `SITE_URL is ${site.origin}, where something else answers (404).`,
      ),
    });
    site.replies.set("/healthz", {
      status: 301,
      headers: { location: "https://www.shop.example/healthz" },
    });
    expect((await runDoctor({ SITE_PORT: port, SITE_URL: site.origin })).output).toContain(
      "which redirects to https://www.shop.example.",
    );
    site.replies.set("/healthz", { status: 502 });
    expect((await runDoctor({ SITE_PORT: port, SITE_URL: site.origin })).output).toContain(
      "a proxy answers 502",
    );
    await site.close();
    expect(await runDoctor({ SITE_PORT: port, SITE_URL: "https://shop.invalid" })).toMatchObject({
      code: 0,
      output: expect.stringMatching(/note .+which this machine can't reach/),
    });
  });

  test("show what a proxy makes of requests", async () => {
    const port = await freePort();
    const proxy = createServer((_, response) => {
      void fetch(`http://127.0.0.1:${port}/healthz`, {
        headers: { host: "inner.example", "x-forwarded-for": "192.0.2.1" },
      }).then(async (answer) => response.end(await answer.text()));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => proxy.once("listening", resolve));
    const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { output: said } = await runDoctor({ SITE_PORT: String(port), SITE_URL: origin });
    expect(said).toContain(
      "which is not trusted: all its clients are counted as one.\n         → Set TRUSTED_PROXIES=127.0.0.1 if that is your proxy.",
    );
    expect(
      (await runDoctor({ SITE_PORT: String(port), SITE_URL: origin, TRUSTED_PROXIES: "127.0.0.1" }))
        .output,
    ).not.toContain("not trusted");
    proxy.close();
  });

  test("are odd without each other", async () => {
    expect((await runDoctor({ SITE_URL: "https://shop.example" })).output).toContain(
      "SITE_PORT is 0: each start takes another port",
    );
    expect((await runDoctor({ SITE_HOST: "0.0.0.0" })).output).toContain(
      "SITE_HOST is 0.0.0.0, but SITE_URL is not set",
    );
    expect(await runDoctor({ SITE_HOST: "192.0.2.1" })).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        'SITE_HOST is "192.0.2.1", which is not an address of this machine.',
      ),
    });
  });
});

test.each([
  [{}, "TRUSTED_PROXIES is not set"],
  [{ TRUSTED_PROXIES: "0.0.0.0/0" }, "TRUSTED_PROXIES takes every address for a proxy"],
  [{ TRUSTED_PROXIES: "10.0.0.1", RATE_LIMIT: "off" }, "RATE_LIMIT is off: any client"],
  [{ TRUSTED_PROXIES: "10.0.0.1", RATE_LIMIT: "1/1" }, "RATE_LIMIT lets a client ask once at once"],
  [{ TRUSTED_PROXIES: "10.0.0.1", METRICS: "on" }, "METRICS is on: anyone can see /metrics"],
  [{ TRUSTED_PROXIES: "10.0.0.1" }, "Nothing is odd about RATE_LIMIT"],
  [{ TRUSTED_PROXIES: "10.0.0.1" }, "What is fetched from strangers"],
  [{ WEB_BOT_AUTH: "off" }, "WEB_BOT_AUTH is off"],
  [{ RATE_LIMIT_VERIFIED: "10/60" }, "RATE_LIMIT_VERIFIED is less than RATE_LIMIT"],
])("with a public address and %j it says: %s", async (environment, expected) => {
  expect((await runDoctor({ SITE_URL: "https://shop.example", ...environment })).output).toContain(
    expected,
  );
});

describe("the platform", () => {
  const empty = mkdtempSync(join(tmpdir(), "jackfield-doctor-"));
  const platform = async (environment: Record<string, string> = {}) =>
    runDoctor({
      SITE: "off",
      PLATFORM: "on",
      PLATFORM_PORT: "0",
      CATALOG_DIR: join(empty, "catalog"),
      DATA_DIR: join(empty, "data"),
      ...environment,
    });

  test("is looked at, the site is not where it is off, and nothing is made by looking", async () => {
    const { output: said, code } = await platform();
    expect(code).toBe(0);
    expect(said).toContain("The platform takes a free port of 127.0.0.1 at each start.");
    expect(said).toContain(`There is no catalog of apps in ${join(empty, "catalog")} yet`);
    expect(said).toContain("Nobody has a key to the platform yet.");
    expect(said).not.toContain("The demo shop has");
    expect(readdirSync(empty)).toEqual([]);
  });

  test("says what is wrong with its settings", async () => {
    expect((await platform({ PLATFORM_PORT: "high", PLATFORM_PROT: "1" })).output).toContain(
      "PLATFORM_PROT is not a setting.",
    );
    expect((await platform({ SITE: "off", PLATFORM: "off" })).output).toContain(
      "SITE and PLATFORM are both off, so there is nothing to serve.",
    );
    expect((await platform({ PLATFORM_HOST: "192.0.2.1" })).output).toContain(
      'PLATFORM_HOST is "192.0.2.1", which is not an address of this machine.',
    );
  });

  test("says what is odd where others reach it", async () => {
    const { output: said } = await platform({
      PLATFORM_URL: "http://apps.example",
      RATE_LIMIT_UNAUTHENTICATED: "off",
      RATE_LIMIT_KEYS: "off",
    });
    for (const message of [
      "keys would go over the network in clear",
      "RATE_LIMIT_UNAUTHENTICATED is off",
      "RATE_LIMIT_KEYS is off",
    ])
      expect(said).toContain(message);
  });

  test("says that its port is taken", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    expect((await platform({ PLATFORM_PORT: String(port) })).output).toContain(
      `Port ${port} of 127.0.0.1 is in use.`,
    );
    await new Promise((resolve) => server.close(resolve));
  });
});

test("an old Node is a problem", () => {
  expect(checkRuntime("Node 20.1.0", "20.1.0")).toMatchObject([{ level: "problem" }]);
  expect(checkRuntime("Bun 1.4.5", "20.1.0")).toMatchObject([{ level: "ok" }]);
});

test.each(["node", "bun", "deno"])(
  "as a program on %s it says all of it, ends by itself, and leaves nothing listening",
  async (runtime) => {
    if (!isInstalled(runtime)) return;
    const port = await freePort();
    const [command, ...runtimeArgs] = RUNTIME_COMMANDS[runtime]!;
    const run = (env: NodeJS.ProcessEnv) =>
      spawnSync(command!, [...runtimeArgs, START, "doctor"], {
        env: { ...process.env, PLATFORM: "off", ...env },
        encoding: "utf8",
        timeout: 20_000,
      });
    const healthy = run({ SITE_PORT: String(port), SITE_URL: `http://127.0.0.1:${port}` });
    expect([healthy.status, healthy.stderr]).toEqual([0, ""]);
    expect(healthy.stdout).toContain("which leads here.");
    expect(await isListening(port)).toBe(false);
    expect(run({ SITE_CONTENT: `http://127.0.0.1:${port}/`, SITE_PORT: "0" })).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("1 problem, 0 notes."),
    });
  },
);

describe("a site behind", () => {
  const startUpstream = async (
    respond: (host: string, scheme: unknown) => [number, Record<string, string>],
  ) => {
    const server = createServer(({ headers }, response) =>
      response.writeHead(...respond(headers.host!, headers["x-forwarded-proto"])).end(PAGE),
    ).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      close: () => (server.closeAllConnections(), server.close()),
    };
  };

  test("is asked as it will be, by its public name", async () => {
    const site = await startUpstream((host, scheme) => [
      host === "shop.localhost" && scheme === "https" ? 200 : 404,
      { "content-type": "text/html" },
    ]);
    const { output } = await runDoctor({
      SITE_ORIGIN: site.url,
      SITE_URL: "https://shop.localhost",
    });
    site.close();
    expect(output).toContain(`ok       ${site.url} answers when it is asked for shop.localhost.`);
  });

  test("is told of where it leads people round in circles", async () => {
    const site = await startUpstream(() => [301, { location: "https://shop.localhost/" }]);
    const { output, code } = await runDoctor({
      SITE_ORIGIN: site.url,
      SITE_URL: "https://shop.localhost",
    });
    site.close();
    expect(output).toContain("round in circles");
    expect(code).toBe(1);
  });

  test("is told of where it is down", async () => {
    const { output: said, code } = await runDoctor({
      SITE_ORIGIN: `http://127.0.0.1:${await freePort()}`,
    });
    expect(said).toContain("problem  SITE_ORIGIN gives no answer:");
    expect(code).toBe(1);
  });
});
