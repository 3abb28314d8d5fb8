import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json, text } from "node:stream/consumers";
import { expect } from "vitest";
import { startOn } from "../../adapters/runtime/start-on.ts";
import { describeOnRuntimes, START_FILE } from "../fixtures/program.ts";

interface Service {
  readonly port: number;
  stop(): Promise<unknown>;
}

/** Starts the platform without apps. */
async function startPlatform(runtime: string, env: Record<string, string>): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  const program = await startOn(runtime, [START_FILE], {
    env: {
      SITE_PORT: "0",
      PLATFORM: "on",
      PLATFORM_HOST: "::",
      PLATFORM_PORT: "0",
      DATA_DIR: folder,
      CATALOG_DIR: join(folder, "catalog"),
      LOG: "off",
      // Compiling the catalog would download its packages.
      npm_config_registry: "http://127.0.0.1:9",
      ...env,
    },
  });
  const listening = await program.waitFor(/(?:API|Listening on)\s+http:\/\/\S+?:\d+/);
  return {
    port: Number(/\d+$/.exec(listening)![0]),
    async stop() {
      await program.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Sends a request with any Host header, and returns what the response says about sign-in. */
async function send(port: number, host: string, path: string, method = "GET"): Promise<any> {
  const { promise, resolve, reject } = Promise.withResolvers<any>();
  const sent = request({ port, host: "127.0.0.1", path, method, headers: { host } }, resolve);
  sent.on("error", reject).end();
  const response = await promise;
  if (response.statusCode === 200) return json(response);
  await text(response);
  return /resource_metadata="([^"]+)"/.exec(response.headers["www-authenticate"] ?? "")?.[1];
}

/** Follows the discovery of MCP clients (RFC 9728, RFC 8414) by one name of the platform. */
async function discover(port: number, host: string): Promise<readonly string[]> {
  const metadataUrl = new URL(await send(port, host, "/mcp", "POST"));
  const resource = await send(port, host, metadataUrl.pathname);
  const server = await send(port, host, "/.well-known/oauth-authorization-server");
  return [
    metadataUrl.origin,
    new URL(resource.resource).origin,
    ...resource.authorization_servers,
    server.issuer,
    new URL(server.token_endpoint).origin,
  ];
}

describeOnRuntimes("the names of the platform", (runtime, test) => {
  test("are those that clients on this computer use", async () => {
    const { port, stop } = await startPlatform(runtime, {});
    for (const name of ["127.0.0.1", "localhost", "[::1]"]) {
      const origin = `http://${name}:${port}`;
      expect(new Set(await discover(port, `${name}:${port}`))).toEqual(new Set([origin]));
    }
    expect(await send(port, `stranger.example:${port}`, "/mcp", "POST")).toBeUndefined();
    await stop();
  });

  test("are those that the operator lists, with the scheme of PLATFORM_URL", async () => {
    const { port, stop } = await startPlatform(runtime, {
      PLATFORM_URL: "https://jackfield.example",
      PLATFORM_HOSTS: "other.example",
    });
    for (const host of ["jackfield.example", "other.example"])
      expect(new Set(await discover(port, host))).toEqual(new Set([`https://${host}`]));
    // A proxy on this computer may send this Host header for clients elsewhere.
    expect(new Set(await discover(port, `127.0.0.1:${port}`))).toEqual(
      new Set(["https://jackfield.example"]),
    );
    await stop();
  });
});
