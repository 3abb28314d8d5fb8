import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findFreePort, runDoctor } from "../fixtures/program.ts";

test.each([
  [{}, "TRUSTED_PROXIES is not set"],
  [{ TRUSTED_PROXIES: "0.0.0.0/0" }, "TRUSTED_PROXIES trusts every address"],
  [{ TRUSTED_PROXIES: "10.0.0.1", RATE_LIMIT: "off" }, "RATE_LIMIT is off. Any client"],
  [{ TRUSTED_PROXIES: "10.0.0.1", RATE_LIMIT: "1/1" }, "RATE_LIMIT allows one request at once."],
  [{ TRUSTED_PROXIES: "10.0.0.1", METRICS: "on" }, "METRICS is on. Anyone can read /metrics"],
  [{ TRUSTED_PROXIES: "10.0.0.1" }, "RATE_LIMIT, TRUSTED_PROXIES and METRICS have no issues."],
  [{ TRUSTED_PROXIES: "10.0.0.1" }, "Requests to third parties"],
  [{ WEB_BOT_AUTH: "off" }, "WEB_BOT_AUTH is off"],
  [{ RATE_LIMIT_VERIFIED: "10/60" }, "RATE_LIMIT_VERIFIED is lower than RATE_LIMIT"],
])("reports for a public site with %j: %s", async (environment, expected) => {
  expect((await runDoctor({ SITE_URL: "https://shop.example", ...environment })).output).toContain(
    expected,
  );
});

describe("a content folder", () => {
  const PAGE = "<title>A</title><main><h1>A page</h1><p>Some words.";

  describe("checkFolder()", () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), "jackfield-"));
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    test("reports a folder without pages as a problem", async () => {
      expect(await runDoctor({ SITE_CONTENT: folder })).toMatchObject({
        code: 1,
        output: expect.stringContaining(`problem  ${folder} has no pages.`),
      });
    });

    test("checks the home page, the sitemap and sample pages", async () => {
      writeFileSync(join(folder, "a.html"), PAGE);
      writeFileSync(join(folder, "empty.html"), "<title>Nothing</title>");
      writeFileSync(join(folder, "sitemap.xml"), "<urlset><url><loc>");
      const { code, output } = await runDoctor({ SITE_CONTENT: folder });
      expect(output).toContain(`ok       ${folder} has 2 pages.`);
      expect(output).toContain(`note     ${folder} has no home page.`);
      expect(output).toContain(`sitemap.xml ends before the end of its list.`);
      expect(output).toMatch(/note +\/empty\.html (has no text|can't be read)/);
      expect(code).toBe(0);
    });

    test("suggests a description from the home page if there is none", async () => {
      writeFileSync(
        join(folder, "index.html"),
        "<title>Clocks</title><main><h1>Welcome</h1><p>We repair clocks and watches in Bern.",
      );
      expect((await runDoctor({ SITE_CONTENT: folder })).output).toContain(
        'Set SITE_DESCRIPTION="We repair clocks and watches in Bern.", or add a description to the home page.',
      );
      expect(
        (await runDoctor({ SITE_CONTENT: folder, SITE_DESCRIPTION: "Clocks." })).output,
      ).not.toContain("has no description");
    });

    test("reports a folder that contains the data folder as a problem", async () => {
      writeFileSync(join(folder, "index.html"), PAGE);
      const data = join(folder, "data");
      const { code, output } = await runDoctor({ SITE_CONTENT: folder, DATA_DIR: data });
      expect(output).toContain(
        `problem  SITE_CONTENT (${folder}) contains DATA_DIR (${data}), which holds keys.\n         → Move one of them: set`,
      );
      expect(output).toContain("1 problem,");
      expect(code).toBe(1);
    });

    // Root can read every file.
    test.skipIf(process.getuid?.() === 0)("reports unreadable files", async () => {
      for (const name of ["index.html", "locked.html"]) writeFileSync(join(folder, name), PAGE);
      mkdirSync(join(folder, "shut"));
      chmodSync(join(folder, "locked.html"), 0);
      chmodSync(join(folder, "shut"), 0);
      const { code, output } = await runDoctor({ SITE_CONTENT: folder });
      expect(output).toMatch(
        /note +2 files or folders can't be read, such as .+\. They are not listed\./,
      );
      expect(code).toBe(0);
    });
  });
});

describe("checkPlatform()", () => {
  const empty = mkdtempSync(join(tmpdir(), "jackfield-doctor-"));
  const runPlatformDoctor = async (environment: Record<string, string> = {}) =>
    runDoctor({
      SITE: "off",
      PLATFORM: "on",
      PLATFORM_PORT: "0",
      CATALOG_DIR: join(empty, "catalog"),
      DATA_DIR: join(empty, "data"),
      ...environment,
    });

  test("checks only the platform if the site is off, and creates no files", async () => {
    const { output, code } = await runPlatformDoctor();
    expect(code).toBe(0);
    expect(output).toContain("The platform uses a free port on 127.0.0.1 at each start.");
    expect(output).toContain(`${join(empty, "catalog")} has no app catalog yet.`);
    expect(output).toContain("The platform has no active API keys.");
    expect(output).toContain("Webhooks can't arrive from other machines");
    expect(output).not.toContain("The demo shop has");
    expect(readdirSync(empty)).toEqual([]);
  });

  test("reports invalid settings", async () => {
    expect(
      (await runPlatformDoctor({ PLATFORM_PORT: "high", PLATFORM_PROT: "1" })).output,
    ).toContain("PLATFORM_PROT is not a setting.");
    expect((await runPlatformDoctor({ SITE: "off", PLATFORM: "off" })).output).toContain(
      "SITE and PLATFORM are both off, so there is nothing to serve.",
    );
    expect((await runPlatformDoctor({ PLATFORM_HOST: "192.0.2.1" })).output).toContain(
      'PLATFORM_HOST is "192.0.2.1", which is not an address of this machine.',
    );
  });

  test("reports risky settings of a public platform", async () => {
    const { output } = await runPlatformDoctor({
      PLATFORM_URL: "http://apps.example",
      RATE_LIMIT_UNAUTHENTICATED: "off",
      RATE_LIMIT_KEYS: "off",
    });
    for (const message of [
      "API keys are sent unencrypted",
      "RATE_LIMIT_UNAUTHENTICATED is off",
      "RATE_LIMIT_KEYS is off",
      "Webhooks may not arrive",
    ])
      expect(output).toContain(message);
  });

  test("reports a port in use", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    expect((await runPlatformDoctor({ PLATFORM_PORT: String(port) })).output).toContain(
      `Port ${port} on 127.0.0.1 is already in use.`,
    );
    await new Promise((resolve) => server.close(resolve));
  });
});

describe("an upstream site", () => {
  const PAGE = "<title>A</title><main><h1>A page</h1><p>Some words.";

  describe("checkUpstream()", () => {
    const startUpstream = async (
      respond: (host: string, scheme: unknown) => [number, Record<string, string>],
    ) => {
      const server = createServer(({ headers }, response) =>
        response.writeHead(...respond(headers.host!, headers["x-forwarded-proto"])).end(PAGE),
      ).listen(0, "127.0.0.1");
      await new Promise((resolve) => server.once("listening", resolve));
      return {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        close() {
          server.closeAllConnections();
          server.close();
        },
      };
    };

    test("requests the upstream by its public host name", async () => {
      const site = await startUpstream((host, scheme) => [
        host === "shop.localhost" && scheme === "https" ? 200 : 404,
        { "content-type": "text/html" },
      ]);
      const { output } = await runDoctor({
        SITE_ORIGIN: site.url,
        SITE_URL: "https://shop.localhost",
      });
      site.close();
      expect(output).toContain(`ok       ${site.url} responds to requests for shop.localhost.`);
    });

    test("reports a redirect loop as a problem", async () => {
      const site = await startUpstream(() => [301, { location: "https://shop.localhost/" }]);
      const { output, code } = await runDoctor({
        SITE_ORIGIN: site.url,
        SITE_URL: "https://shop.localhost",
      });
      site.close();
      expect(output).toContain("which leads back here in a loop");
      expect(code).toBe(1);
    });

    test("reports an unreachable upstream as a problem", async () => {
      const { output, code } = await runDoctor({
        SITE_ORIGIN: `http://127.0.0.1:${await findFreePort()}`,
      });
      expect(output).toContain("problem  SITE_ORIGIN doesn't respond:");
      expect(code).toBe(1);
    });
  });
});
