import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { findFreePort, runDoctor } from "./run-doctor.ts";

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
