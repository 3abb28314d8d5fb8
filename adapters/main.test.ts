import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createSitemap, startLiveSite } from "../conformance/ports/content/live-site.ts";
import { isInstalled, RUNTIME_COMMANDS, startOn } from "./runtime/runtimes.ts";

const MAIN = join(import.meta.dirname, "start.ts");
const RUNTIMES = ["node", "bun", "deno"];

/** Runs the program to its end. */
function runToEnd(runtime: string, args: string[], env: NodeJS.ProcessEnv = {}, cwd?: string) {
  const [command, ...runtimeArgs] = RUNTIME_COMMANDS[runtime]!;
  const run = spawnSync(command!, [...runtimeArgs, MAIN, ...args], {
    env: { ...process.env, PLATFORM: "off", ...env },
    cwd,
    encoding: "utf8",
    timeout: 20_000,
  });
  return { status: run.status, out: run.stdout, error: run.stderr };
}

describe.each(RUNTIMES)("the program on %s", (runtime) => {
  const testOn = (it: string, run: () => void | Promise<void>) =>
    test(it, async ({ skip }) => {
      if (!isInstalled(runtime)) skip(`${runtime} is not installed`);
      await run();
    });

  testOn("serves the demo shop, says where, and what to try; the command works", async () => {
    const program = await startOn(runtime, [MAIN], { env: { SITE_PORT: "0", LOG: "json" } });
    const url = await program.waitFor(/curl "[^"]+"/);
    expect(program.output()).toMatch(
      /Jackfield serves the demo shop ".+" \(\d\d pages\) on (Node|Bun|Deno) \d/,
    );
    const page = await fetch(/"(.+)"/.exec(url)![1]!);
    expect(page.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(await page.text()).toMatch(/^# /);
    expect(page.headers.get("ratelimit")).toBe('"client";r=19;t=1');
    const metrics = await (await fetch(`${program.url}/metrics`)).text();
    expect(metrics).toContain(
      'jackfield_http_requests_total{route="/agent/read",method="GET",status="200"} 1\n',
    );
    expect(metrics).toMatch(/^process_resident_memory_bytes \d{8,}$/m);
    expect(
      (await fetch(`${program.url}/metrics`, { headers: { "x-forwarded-for": "127.0.0.1" } }))
        .status,
    ).toBe(404);
    expect(await program.stop("SIGTERM")).toBe(0);
    expect(program.output()).toContain('"path":"/agent/read","status":200');
    const [, requestLog] = program.output().split("press Ctrl+C.");
    expect(requestLog).not.toContain("url=");
  });

  testOn("serves a folder, by the settings of its .env file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
    writeFileSync(
      join(folder, ".env"),
      "SITE_CONTENT=pages\nSITE_PORT=0\nSITE_URL=https://shop.example\nSITE_SUPPORT=help@shop.example\n",
    );
    cpSync(join(import.meta.dirname, "content/demo/docs"), join(folder, "pages/docs"), {
      recursive: true,
    });
    writeFileSync(join(folder, "pages/index.html"), "<title>My shop</title><p>Hello");
    const program = await startOn(runtime, [MAIN], {
      cwd: folder,
      env: { LOG: "off", SITE_PORT: "0" },
    });
    expect(program.output()).toContain('Jackfield serves "My shop"');
    await program.stop();
    rmSync(folder, { recursive: true });
  });

  testOn("serves a live site, and one that is down once it is up", async () => {
    const site = await startLiveSite();
    site.replies.set("/", {
      body: "<title>Live shop</title><meta name=description content='Sells things.'><p>Hello",
    });
    site.replies.set("/docs/a", { body: "<title>A</title><main><h1>A guide</h1><p>Words." });
    site.replies.set("/robots.txt", { body: `Sitemap: ${site.origin}/list.xml` });
    site.replies.set("/list.xml", {
      body: createSitemap([`${site.origin}/docs/a`, "https://other.example/"]),
    });
    const env = { SITE_CONTENT: site.origin, SITE_PORT: "0", SITE_HOST: "127.0.0.1", LOG: "json" };

    const program = await startOn(runtime, [MAIN], { env });
    const [, said] = /curl "([^"]+)"/.exec(await program.waitFor(/curl "[^"]+"/))!;
    expect(program.output()).toMatch(/Jackfield serves "Live shop" \(1 page\)/);
    expect(said).toMatch(new RegExp(`/agent/read\\?url=${site.origin}/docs/a$`));
    expect(await (await fetch(said!)).text()).toBe("# A guide\n\nWords.\n");
    const base = said!.slice(0, said!.indexOf("/agent/"));
    expect((await fetch(`${base}/docs/a`, { redirect: "manual" })).headers.get("location")).toBe(
      `${site.origin}/docs/a`,
    );
    await program.waitFor(/"message":"1 listed addresses are not the site/);
    expect(await program.stop()).toBe(0);

    await site.goOffline();
    const waitingProgram = await startOn(runtime, [MAIN], { env });
    await waitingProgram.waitFor(/No pages yet: .+can't be reached.+\n.+\/readyz/);
    const origin = /For agents\s+(\S+)\/agent/.exec(
      await waitingProgram.waitFor(/For agents\s+\S+/),
    )![1]!;
    const notReady = await fetch(`${origin}/readyz`);
    expect([
      notReady.status,
      notReady.headers.has("retry-after"),
      (await notReady.json()).code,
    ]).toEqual([503, true, "unavailable"]);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    await waitingProgram.waitFor(/"level":"warn","message":"The pages of .+ can't be listed/);
    await site.goOnline();
    await expect
      .poll(async () => (await fetch(`${origin}/readyz`)).status, { timeout: 15_000 })
      .toBe(200);
    await expect
      .poll(async () => (await (await fetch(`${origin}/agent/site.json`)).json()).name)
      .toBe("Live shop");
    await waitingProgram.stop();
    await site.close();
  });

  testOn("stops the start with a sentence for each wrong setting", () => {
    const { status, error } = runToEnd(runtime, [], {
      SITE_PORT: "high",
      SITE_CONTENT: "/no/such/folder",
    });
    expect(error).toContain('SITE_CONTENT is "/no/such/folder", which is not a folder.\n');
    expect(error).toContain('SITE_PORT is "high", but must be an integer from 0 to 65535.\n');
    expect(status).toBe(1);
  });

  testOn("refuses to serve a folder that contains secrets", async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "jackfield-")));
    writeFileSync(join(folder, "index.html"), "<title>My shop</title><p>Hello");
    const run = (env: NodeJS.ProcessEnv, words: string[] = []) =>
      runToEnd(runtime, words, { SITE_PORT: "0", ...env }, folder);
    const message = `SITE_CONTENT (${folder}) contains DATA_DIR (${join(folder, "data")}), which holds keys.`;
    expect(run({ SITE_CONTENT: "." })).toMatchObject({
      status: 1,
      out: "",
      error: expect.stringContaining(message),
    });
    expect(run({ SITE_CONTENT: "." }, ["doctor"])).toMatchObject({
      status: 1,
      out: expect.stringContaining(`problem  ${message}`),
    });
    symlinkSync("data", join(folder, "link"));
    expect(run({ SITE_CONTENT: ".", DATA_DIR: "link" })).toMatchObject({
      status: 1,
      error: expect.stringContaining("contains DATA_DIR"),
    });
    rmSync(folder, { recursive: true });
  });

  testOn("serves no secret that comes into the folder while it runs", async () => {
    const base = mkdtempSync(join(tmpdir(), "jackfield-"));
    const [site, data] = [join(base, "site"), join(base, "data")];
    mkdirSync(site);
    writeFileSync(join(site, "index.html"), "<title>My shop</title><p>Hello");
    writeFileSync(
      join(base, "products.json"),
      JSON.stringify({ products: [{ id: "a", title: "A", amount: 100, currency: "EUR" }] }),
    );
    writeFileSync(join(base, ".env"), "SITE_NAME=Secret\n");
    const env = {
      SITE_CONTENT: "site",
      SITE_PORT: "0",
      PLATFORM: "on",
      PLATFORM_PORT: "0",
      SITE_PRODUCTS: "products.json",
      CATALOG_DIR: "catalog",
      LOG: "json",
      RATE_LIMIT: "off",
      npm_config_registry: "http://127.0.0.1:9",
    };
    const program = await startOn(runtime, [MAIN], { cwd: base, env });
    const address = /For agents\s+(\S+)\/agent/.exec(
      await program.waitFor(/For agents\s+\S+/),
    )![1]!;
    await expect
      .poll(
        () =>
          existsSync(join(data, "signing-keys.json")) && existsSync(join(data, "secrets-key.json")),
      )
      .toBe(true);
    const files = readdirSync(data);
    expect(files).toEqual(
      expect.arrayContaining([
        "jackfield.db",
        "jackfield.db-wal",
        "secrets-key.json",
        "signing-keys.json",
      ]),
    );

    writeFileSync(join(data, "page.html"), "<title>Stored checkouts</title>");
    writeFileSync(join(data, "page.md"), "# Stored checkouts");
    // The folder itself comes in; the old path is a link to it.
    renameSync(data, join(site, "data"));
    symlinkSync(join(site, "data"), data);
    for (const name of [".env", "products.json"]) {
      renameSync(join(base, name), join(site, `copy-${name}`));
      symlinkSync(join(site, `copy-${name}`), join(base, name));
    }
    for (const name of files) symlinkSync(join("data", name), join(site, `link-${name}`));
    symlinkSync("data", join(site, "folder"));
    const paths = [
      "copy-.env",
      "copy-products.json",
      ...[...files, "page.html", "page", "page.md", ""].flatMap((name) => [
        `data/${name}`,
        `folder/${name}`,
      ]),
      ...files.map((name) => `link-${name}`),
    ];
    const status = async (path: string) => [path, (await fetch(`${address}/${path}`)).status];
    expect(await Promise.all(paths.map(status))).toEqual(paths.map((path) => [path, 404]));
    expect((await fetch(`${address}/agent/read?url=${address}/data/page.html`)).status).toBe(404);
    expect((await fetch(`${address}/`)).status).toBe(200);
    // Lists are at most two seconds old, and renewed behind the answers.
    await setTimeout(2_100);
    await fetch(`${address}/sitemap.xml`);
    await setTimeout(300);
    for (const path of [
      "sitemap.xml",
      "llms.txt",
      "llms-full.txt",
      "agent/search?q=stored+checkouts",
    ]) {
      expect(await (await fetch(`${address}/${path}`)).text()).not.toMatch(
        /data\/page|Stored checkouts/,
      );
    }
    await program.stop();
    rmSync(base, { recursive: true });
  });

  testOn("says which port is in use", async () => {
    const first = await startOn(runtime, [MAIN], { env: { SITE_PORT: "0" } });
    const { port } = new URL(first.url);
    const second = runToEnd(runtime, [], { SITE_PORT: port });
    await first.stop();
    expect(second).toMatchObject({
      status: 1,
      error: expect.stringContaining(`Port ${port} on 127.0.0.1 is already in use. Set SITE_PORT`),
    });
  });

  testOn("has a directory of its own key, and rotates it while it runs", async () => {
    const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
    const env = { SITE_PORT: "0", LOG: "json", DATA_DIR: folder };
    expect(runToEnd(runtime, ["signing-key", "show"], env)).toMatchObject({
      status: 0,
      out: expect.stringContaining("The first start creates it."),
    });
    const program = await startOn(runtime, [MAIN], { env });
    const base = /For agents\s+(\S+)\/agent/.exec(await program.waitFor(/For agents\s+\S+/))![1]!;
    const answer = await fetch(`${base}/.well-known/http-message-signatures-directory`);
    expect(answer.headers.get("content-type")).toBe(
      "application/http-message-signatures-directory+json",
    );
    expect(answer.headers.get("signature-input")).toMatch(
      /^binding0=\("@authority";req "content-digest"\);.*;tag="http-message-signatures-directory"$/,
    );
    const { keys } = await answer.json();
    expect(keys).toEqual([
      { kty: "OKP", crv: "Ed25519", x: expect.any(String), kid: expect.any(String), use: "sig" },
    ]);
    const unverified = await fetch(`${base}/agent/site.json`, {
      headers: { "signature-input": 'a=("@authority");tag="web-bot-auth"', signature: "a=:AA==:" },
    });
    expect([unverified.status, unverified.headers.get("signature-outcome")]).toEqual([
      200,
      expect.stringContaining("invalid;reason=bad_parameters;"),
    ]);
    expect(runToEnd(runtime, ["signing-key", "rotate"], env).out).toContain(
      `${keys[0].kid}  signs; published until`,
    );
    expect(runToEnd(runtime, ["signing-key", "show"], env).out.split("\n")).toHaveLength(3);
    await program.waitFor(/"signature":"invalid: bad_parameters"/);
    await program.stop();
    rmSync(folder, { recursive: true });
  });

  testOn("lists the settings, and refuses words that it does not understand", () => {
    expect(runToEnd(runtime, ["--help"])).toMatchObject({
      status: 0,
      out: expect.stringContaining("SITE_CONTENT=folder|URL"),
    });
    expect(runToEnd(runtime, ["--port"])).toMatchObject({
      status: 1,
      error: 'Unknown command "--port". List commands and settings: npm start -- --help\n',
    });
    expect(runToEnd(runtime, ["catalogue"])).toMatchObject({
      status: 1,
      error: '"catalogue" is now called "catalog".\n',
    });
  });
});
