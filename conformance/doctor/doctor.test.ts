import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { checkRuntime, checkSlowClients } from "../../adapters/doctor/checks/runtime.ts";
import { parseRange } from "../../adapters/rate-limit/client-address.ts";
import { deno } from "../../adapters/runtime/deno.ts";
import { node } from "../../adapters/runtime/node/node.ts";
import { startOn } from "../../adapters/runtime/start-on.ts";
import {
  describeOnRuntimes,
  findFreePort,
  isListening,
  runDoctor,
  runToEnd,
  START_FILE,
} from "../fixtures/program.ts";
import { startLiveSite } from "../ports/content/live-site.ts";

describe("checkSettings()", () => {
  test("reports no problem without settings", async () => {
    const { code, output } = await runDoctor({ SITE_PORT: String(await findFreePort()) });
    expect(output).toMatch(
      /ok +The demo shop has \d\d pages\.\nok +Agents can read 3 sample pages\./,
    );
    expect(output).toMatch(/\nNo problems\.$/);
    expect(code).toBe(0);
  });

  test("reports every invalid setting, and variables whose names resemble one", async () => {
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
      "note     RATE_LIMITS is not a setting.\n         → If it is for Jackfield, rename it to RATE_LIMIT.",
    );
    expect(output).toContain("4 problems, 1 note.");
    expect(code).toBe(1);
  });

  test("prints no secrets", async () => {
    const { output } = await runDoctor({
      SITE_URL: "https://me:secret@shop.example/",
      SITE_CONTENT: `http://127.0.0.1:${await findFreePort()}/sitemap.xml?key=secret`,
    });
    expect(output).toContain(
      `SITE_URL is "https://…@shop.example/", but must be an origin without a path`,
    );
    expect(output).toContain("127.0.0.1 can't be reached (ECONNREFUSED)");
    expect(output).not.toContain("secret");
  });
});

test("reports an old version of Node as a problem", () => {
  expect(checkRuntime("Node 20.1.0", "20.1.0")).toMatchObject([{ level: "problem" }]);
  expect(checkRuntime("Bun 1.4.5", "20.1.0")).toMatchObject([{ level: "ok" }]);
});

test("warns about slow clients on Deno if other machines can connect without a proxy", () => {
  const direct = { trustedProxies: [] };
  const behindProxy = { trustedProxies: [parseRange("10.0.0.0/8")!] };
  expect(checkSlowClients(["127.0.0.1", "0.0.0.0"], direct, deno)).toMatchObject([
    { level: "note", message: expect.stringContaining("no proxy is configured") },
  ]);
  expect(checkSlowClients(["127.0.0.1", "0.0.0.0"], behindProxy, deno)).toEqual([]);
  expect(checkSlowClients(["127.0.0.1", "localhost"], direct, deno)).toEqual([]);
  expect(checkSlowClients(["0.0.0.0"], direct, node)).toEqual([]);
});

describeOnRuntimes("npm run doctor", (runtime, test) => {
  test("prints its findings, exits and leaves nothing listening", async () => {
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const healthy = runToEnd(runtime, ["doctor"], { SITE_PORT: String(port), SITE_URL: url });
    expect([healthy.status, healthy.error]).toEqual([0, ""]);
    expect(healthy.out).toContain("which leads to this server.");
    expect(await isListening(port)).toBe(false);
    expect(runToEnd(runtime, ["doctor"], { SITE_CONTENT: url, SITE_PORT: "0" })).toMatchObject({
      status: 1,
      out: expect.stringContaining("1 problem, 0 notes."),
    });
  });
});

describe("checkPort() and checkPublicUrl()", () => {
  test("report a port that another program uses as a problem", async () => {
    const site = await startLiveSite();
    const { port } = new URL(site.origin);
    expect(await runDoctor({ SITE_PORT: port })).toMatchObject({
      code: 1,
      output: expect.stringContaining(`Another program uses port ${port} on 127.0.0.1.`),
    });
    await site.close();
  });

  test("accept a Jackfield that already uses the port", async () => {
    const program = await startOn("node", [START_FILE], { env: { SITE_PORT: "0", LOG: "off" } });
    const { port } = new URL(program.url);
    const { code, output } = await runDoctor({ SITE_PORT: port, SITE_URL: program.url });
    await program.stop();
    expect(output).toMatch(
      new RegExp(`A Jackfield that serves ".+" uses port ${port} on 127\\.0\\.0\\.1\\.`),
    );
    expect(output).toContain(`SITE_URL is ${program.url}, which leads to this server.`);
    expect(code).toBe(0);
  });

  test("report where SITE_URL leads", async () => {
    const port = String(await findFreePort());
    expect(
      await runDoctor({ SITE_PORT: port, SITE_URL: `http://127.0.0.1:${port}` }),
    ).toMatchObject({
      code: 0,
      output: expect.stringContaining("which leads to this server"),
    });
    expect(await isListening(Number(port))).toBe(false);
    const site = await startLiveSite();
    expect(await runDoctor({ SITE_PORT: port, SITE_URL: site.origin })).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        `SITE_URL is ${site.origin}, which leads to another server (status 404).`,
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
      "a proxy returns 502",
    );
    await site.close();
    expect(await runDoctor({ SITE_PORT: port, SITE_URL: "https://shop.invalid" })).toMatchObject({
      code: 0,
      output: expect.stringMatching(/note .+which this machine can't reach/),
    });
  });

  test("report what a proxy changes in requests", async () => {
    const port = await findFreePort();
    const proxy = createServer((_, response) => {
      void fetch(`http://127.0.0.1:${port}/healthz`, {
        headers: { host: "inner.example", "x-forwarded-for": "192.0.2.1" },
      }).then(async (fetched) => response.end(await fetched.text()));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => proxy.once("listening", resolve));
    const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { output } = await runDoctor({ SITE_PORT: String(port), SITE_URL: origin });
    expect(output).toContain(
      "which is not trusted. All its clients share one rate limit.\n         → Set TRUSTED_PROXIES=127.0.0.1 if that is your proxy.",
    );
    expect(
      (await runDoctor({ SITE_PORT: String(port), SITE_URL: origin, TRUSTED_PROXIES: "127.0.0.1" }))
        .output,
    ).not.toContain("not trusted");
    proxy.close();
  });

  test("report settings that don't fit together", async () => {
    expect((await runDoctor({ SITE_URL: "https://shop.example" })).output).toContain(
      "SITE_PORT is 0. Each start uses another port",
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
