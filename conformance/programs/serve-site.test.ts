import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { startOn } from "../../adapters/runtime/start-on.ts";
import { describeOnRuntimes, runToEnd, START_FILE } from "../fixtures/program.ts";
import { createSitemap, startLiveSite } from "../ports/content/live-site.ts";

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
