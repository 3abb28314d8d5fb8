import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { startOn } from "../../adapters/runtime/start-on.ts";
import { VERSION } from "../../adapters/runtime/version.ts";
import { describeOnRuntimes, runToEnd, START_FILE } from "../fixtures/program.ts";
import { createSitemap, startLiveSite } from "../ports/content/live-site.ts";

describeOnRuntimes("the program", (runtime, test) => {
  test("serves the demo shop and prints its URLs with a command that works", async () => {
    const program = await startOn(runtime, [START_FILE], { env: { SITE_PORT: "0", LOG: "json" } });
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

  test("serves a folder with the settings of a .env file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
    writeFileSync(
      join(folder, ".env"),
      "SITE_CONTENT=pages\nSITE_PORT=0\nSITE_URL=https://shop.example\nSITE_SUPPORT=help@shop.example\n",
    );
    cpSync(
      join(import.meta.dirname, "../../adapters/content/demo/docs"),
      join(folder, "pages/docs"),
      {
        recursive: true,
      },
    );
    writeFileSync(join(folder, "pages/index.html"), "<title>My shop</title><p>Hello");
    const program = await startOn(runtime, [START_FILE], {
      cwd: folder,
      env: { LOG: "off", SITE_PORT: "0" },
    });
    expect(program.output()).toContain('Jackfield serves "My shop"');
    await program.stop();
    rmSync(folder, { recursive: true });
  });

  test("aborts startup with a message for each invalid setting", () => {
    const { status, error } = runToEnd(runtime, [], {
      SITE_PORT: "high",
      SITE_CONTENT: "/no/such/folder",
    });
    expect(error).toContain('SITE_CONTENT is "/no/such/folder", which is not a folder.\n');
    expect(error).toContain('SITE_PORT is "high", but must be an integer from 0 to 65535.\n');
    expect(status).toBe(1);
  });

  test("reports a port in use", async () => {
    const first = await startOn(runtime, [START_FILE], { env: { SITE_PORT: "0" } });
    const { port } = new URL(first.url);
    const second = runToEnd(runtime, [], { SITE_PORT: port });
    await first.stop();
    expect(second).toMatchObject({
      status: 1,
      error: expect.stringContaining(`Port ${port} on 127.0.0.1 is already in use. Set SITE_PORT`),
    });
  });

  test("prints the help of each command, whatever the settings are", () => {
    for (const command of [
      "doctor",
      "keys",
      "apps",
      "catalog",
      "secrets",
      "backup",
      "restore",
      "signing-key",
    ]) {
      const { status, out, error } = runToEnd(runtime, [command, "--help"], { SITE_PORT: "high" });
      expect([command, status]).toEqual([command, 0]);
      expect(out + error).toContain(`npm run ${command}`);
    }
  });

  test("lists the settings, and rejects unknown and former commands", () => {
    expect(runToEnd(runtime, ["--help"])).toMatchObject({
      status: 0,
      out: expect.stringContaining("SITE_CONTENT=folder|URL"),
    });
    expect(runToEnd(runtime, ["--port"])).toMatchObject({
      status: 1,
      error: 'Unknown command "--port". List commands and settings: npm start -- --help\n',
    });
    expect(runToEnd(runtime, ["key"]).error).toBe('Unknown command "key". Did you mean keys?\n');
    expect(runToEnd(runtime, ["--version"])).toMatchObject({ status: 0, out: `${VERSION}\n` });
    expect(runToEnd(runtime, ["catalogue"])).toMatchObject({
      status: 1,
      error: '"catalogue" is now called "catalog".\n',
    });
  });
});

describeOnRuntimes("the site", (runtime, test) => {
  test("serves a live site, and one that is down as soon as it is up", async () => {
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

    const program = await startOn(runtime, [START_FILE], { env });
    const [, exampleUrl] = /curl "([^"]+)"/.exec(await program.waitFor(/curl "[^"]+"/))!;
    expect(program.output()).toMatch(/Jackfield serves "Live shop" \(1 page\)/);
    expect(exampleUrl).toMatch(new RegExp(`/agent/read\\?url=${site.origin}/docs/a$`));
    expect(await (await fetch(exampleUrl!)).text()).toBe("# A guide\n\nWords.\n");
    const base = exampleUrl!.slice(0, exampleUrl!.indexOf("/agent/"));
    expect((await fetch(`${base}/docs/a`, { redirect: "manual" })).headers.get("location")).toBe(
      `${site.origin}/docs/a`,
    );
    await program.waitFor(/"message":"1 listed URL is not on the site/);
    expect(await program.stop()).toBe(0);

    await site.goOffline();
    const waitingProgram = await startOn(runtime, [START_FILE], { env });
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

  test("publishes its signing key, and rotates it while it runs", async () => {
    const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
    const env = { SITE_PORT: "0", LOG: "json", DATA_DIR: folder };
    expect(runToEnd(runtime, ["signing-key", "show"], env)).toMatchObject({
      status: 0,
      out: expect.stringContaining("The first start creates it."),
    });
    const program = await startOn(runtime, [START_FILE], { env });
    const base = /For agents\s+(\S+)\/agent/.exec(await program.waitFor(/For agents\s+\S+/))![1]!;
    const directory = await fetch(`${base}/.well-known/http-message-signatures-directory`);
    expect(directory.headers.get("content-type")).toBe(
      "application/http-message-signatures-directory+json",
    );
    expect(directory.headers.get("signature-input")).toMatch(
      /^binding0=\("@authority";req "content-digest"\);.*;tag="http-message-signatures-directory"$/,
    );
    const { keys } = await directory.json();
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
});
