import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listToolNames, specs } from "../services/service.ts";
import { findProgram } from "../targets/http-client.ts";
import { programEnvironment } from "./mcp-server.ts";
import { type PlatformWithPeople, startPlatformWithPeople } from "./platform-with-people.ts";

const REDIRECT_URI = "http://127.0.0.1:33418/callback";
const CLIENT_INFO = { name: "jackfield-conformance", version: "1.0.0" };
const TOOLS = listToolNames(specs.platform.table);

let platform: PlatformWithPeople;
beforeAll(async () => {
  platform = await startPlatformWithPeople();
});
afterAll(() => platform?.close());

/** What an MCP client stores about a server, as the SDKs ask for it. */
function createProvider() {
  const stored: Record<string, any> = {};
  const save = (name: string) => (value: unknown) => {
    stored[name] = value;
  };
  return {
    stored,
    redirectUrl: REDIRECT_URI,
    clientMetadata: {
      client_name: "Conformance client",
      redirect_uris: [REDIRECT_URI],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    state: () => "state-1",
    clientInformation: () => stored["client"],
    saveClientInformation: save("client"),
    tokens: () => stored["tokens"],
    saveTokens: save("tokens"),
    codeVerifier: () => stored["verifier"],
    saveCodeVerifier: save("verifier"),
    redirectToAuthorization: save("url"),
    // Of the AI SDK.
    isClientInformationDynamicallyRegistered: () => true,
    authorizationServerInformation: () => stored["server"],
    saveAuthorizationServerInformation: save("server"),
    saveState: save("state"),
    storedState: () => stored["state"],
    // Of the SDK's v2 client.
    discoveryState: () => stored["discovery"],
    saveDiscoveryState: save("discovery"),
  };
}

type Provider = ReturnType<typeof createProvider>;

/** A client library: connects, and lists the tools. */
interface Library {
  readonly name: string;
  listTools(url: URL, provider: Provider): Promise<readonly string[]>;
  /** Exchanges the code with which the browser returned. */
  finish(url: URL, provider: Provider, returned: URL): Promise<void>;
}

const libraries: readonly Library[] = [
  {
    name: "SDK v1 client",
    async listTools(url, authProvider) {
      const client = new Client(CLIENT_INFO);
      const transport = new StreamableHTTPClientTransport(url, { authProvider });
      await client.connect(transport as Parameters<Client["connect"]>[0]);
      const { tools } = await client.listTools();
      await client.close();
      return tools.map(({ name }) => name);
    },
    finish: (url, authProvider, returned) =>
      new StreamableHTTPClientTransport(url, { authProvider }).finishAuth(
        returned.searchParams.get("code")!,
      ),
  },
  {
    name: "SDK v2 client",
    async listTools(url, authProvider) {
      const client = new ModernClient(CLIENT_INFO, { versionNegotiation: { mode: "auto" } });
      await client.connect(new ModernTransport(url, { authProvider: authProvider as never }));
      const { tools } = await client.listTools();
      await client.close();
      return tools.map(({ name }) => name);
    },
    finish: (url, authProvider, returned) =>
      new ModernTransport(url, { authProvider: authProvider as never }).finishAuth(
        returned.searchParams,
      ),
  },
  {
    name: "AI SDK",
    async listTools(url, authProvider) {
      const { createMCPClient } = await import("@ai-sdk/mcp");
      const client = await createMCPClient({
        transport: { type: "http", url: url.href, authProvider: authProvider as never },
      });
      const tools = Object.keys(await client.tools());
      await client.close();
      return tools;
    },
    async finish(url, authProvider, returned) {
      const { auth } = await import("@ai-sdk/mcp");
      const parameters = returned.searchParams;
      await auth(authProvider as never, {
        serverUrl: url,
        authorizationCode: parameters.get("code")!,
        callbackState: parameters.get("state")!,
      });
    },
  },
];

describe.each(libraries)("$name", ({ listTools, finish }) => {
  it.each([
    ["127.0.0.1", "localhost"],
    ["127.0.0.1", "[::1]"],
    ["localhost", "127.0.0.1"],
    ["localhost", "localhost"],
  ])("signs in to a platform at %s by the name %s", async (publicName, usedName) => {
    const named = await startPlatformWithPeople(publicName);
    const url = new URL(`${named.url}/mcp`);
    url.hostname = usedName;
    const provider = createProvider();
    await expect(listTools(url, provider)).rejects.toThrow();
    const returned = await named.allow(provider.stored["url"]);
    expect(returned.searchParams.get("iss")).toBe(url.origin);
    await finish(url, provider, returned);
    expect(await listTools(url, provider)).toEqual(TOOLS);
    await named.close();
  });

  it("signs in, uses the tools, refreshes its tokens, and is revoked", async () => {
    const url = new URL(`${platform.url}/mcp`);
    const provider = createProvider();
    await expect(listTools(url, provider)).rejects.toThrow();
    expect(provider.stored["client"].client_id).toMatch(/^mcp_/);
    await finish(url, provider, await platform.allow(provider.stored["url"]));
    expect(await listTools(url, provider)).toEqual(TOOLS);

    // An invalid access token makes a client refresh, as an expired one does.
    const { tokens } = provider.stored;
    provider.stored["tokens"] = { ...tokens, access_token: `jf_live_at_${"0".repeat(64)}` };
    expect(await listTools(url, provider)).toEqual(TOOLS);
    expect(provider.stored["tokens"].refresh_token).not.toBe(tokens.refresh_token);

    const [key] = await platform.listKeys();
    expect(key!.client).toEqual({
      id: provider.stored["client"].client_id,
      redirect_host: "127.0.0.1:33418",
    });
    await platform.revokeKey(key!.id);
    await pause(1_000);
    await expect(listTools(url, provider)).rejects.toThrow();
  });
});

const installed = (name: string) =>
  existsSync(`${import.meta.dirname}/../../node_modules/${name}/package.json`);

/** Starts a program that prints the URL to open, and opens it as the owner. */
async function runWithSignIn(name: string, args: readonly string[], pattern: RegExp, input = "") {
  const home = mkdtempSync(join(tmpdir(), "jackfield-client-"));
  // A program that opens a browser finds one that does nothing.
  const env = { ...programEnvironment(), HOME: home, BROWSER: "true" };
  const child = spawn(name, args, { env, stdio: ["pipe", "pipe", "pipe"] });
  const closed = once(child, "close");
  let output = "";
  let opened = false;
  const read = (chunk: Buffer) => {
    output += chunk;
    const url = pattern.exec(output)?.[1];
    if (url === undefined || opened) return;
    opened = true;
    void platform.allow(url).then(
      (returned) => fetch(returned).catch(() => {}),
      (error) => {
        output += String(error);
        child.kill();
      },
    );
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  if (input) child.stdin.write(input);
  const done = (async () => {
    if (!input) return closed;
    while (!/"tools":\[/.test(output) && child.exitCode === null) await pause(50);
    child.stdin.end();
    child.kill();
    return closed;
  })();
  await Promise.race([done, pause(45_000).then(() => child.kill("SIGKILL"))]);
  rmSync(home, { recursive: true, force: true });
  return { output, code: child.exitCode };
}

/** A free port, which a program then uses. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

describe.skipIf(!installed("mcp-remote"))("mcp-remote", () => {
  it.each(["127.0.0.1", "localhost", "[::1]"])(
    "signs in by the name %s and lists the tools",
    {
      timeout: 60_000,
    },
    async (name) => {
      const url = new URL(`${platform.url}/mcp`);
      url.hostname = name;
      const messages = [
        {
          id: 1,
          method: "initialize",
          params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: CLIENT_INFO },
        },
        { method: "notifications/initialized" },
        { id: 2, method: "tools/list" },
      ];
      const input = messages
        .map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
        .join("");
      const { output } = await runWithSignIn(
        findProgram("mcp-remote")!,
        [url.href, String(await findPort()), "--allow-http", "--transport", "http-only"],
        /(http:\/\/localhost:\d+\/oauth\/authorize\?\S+)/,
        input,
      );
      for (const tool of TOOLS) expect(output).toContain(`"name":"${tool}"`);
    },
  );
});

describe.skipIf(!installed("conformance-next"))(
  "the official suite of authorization servers",
  () => {
    it("passes", { timeout: 60_000 }, async () => {
      const port = await findPort();
      const response = await fetch(`${platform.url}/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ redirect_uris: [`http://127.0.0.1:${port}/callback`] }),
      });
      const { client_id: clientId } = (await response.json()) as { client_id: string };
      const { output, code } = await runWithSignIn(
        "node",
        [
          join(import.meta.dirname, "../../node_modules/conformance-next/dist/index.js"),
          "authorization",
          ...["--url", platform.url, "--client-id", clientId],
          ...["--resource", `${platform.url}/mcp`, "--port", String(port)],
        ],
        /(http:\/\/localhost:\d+\/oauth\/authorize\?\S+)/,
      );
      expect(code, output).toBe(0);
      expect(output).not.toMatch(/FAILURE|WARNING/);
    });
  },
);
