import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RuntimeProcess, startOn } from "../../adapters/runtime/start-on.ts";
import { runProgram } from "../mcp/mcp-server.ts";
import { findProgram } from "../targets/http-client.ts";
import { createWebClient, payOnPage } from "./clients.ts";

const START = join(import.meta.dirname, "../../adapters/start.ts");

/** Shopify's client, which speaks UCP over MCP only. */
const PROGRAM = "ucp";
const skipReason = findProgram(PROGRAM) ? undefined : "@shopify/ucp-cli is not installed";

interface FileServer {
  readonly url: string;
  requests(): number;
  close(): void;
}

/** Serves a JSON file at one URL, and counts the requests. */
async function serveFile(path: string): Promise<FileServer> {
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    response.setHeader("cache-control", "public, max-age=3600");
    response.setHeader("content-type", "application/json").end(readFileSync(path));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/agent.json`,
    requests: () => requests,
    close: () => void server.close(),
  };
}

describe("@shopify/ucp-cli, with the demo shop", () => {
  let program: RuntimeProcess;
  let folder: string;
  let profiles: FileServer;
  beforeAll(async () => {
    if (skipReason) return;
    folder = mkdtempSync(join(tmpdir(), "jackfield-ucp-"));
    const env = {
      SITE_PORT: "0",
      LOG: "off",
      DATA_DIR: join(folder, ".data"),
      UCP_PROFILE_CHECK: "on",
    };
    program = await startOn("node", [START], { env, cwd: folder });
    await program.waitFor(/Read a page as Markdown/);
    profiles = await serveFile(join(folder, ".ucp/profiles/local/profile.json"));
    const options = ["--name", "local", "--profile-url", profiles.url, "--activate"];
    await runClient("profile", "init", ...options);
  }, 60_000);
  afterAll(async () => {
    await program?.stop();
    profiles?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  async function runClient(...args: string[]): Promise<any> {
    const { code, stdout, stderr } = await runProgram(PROGRAM, [...args, "--format", "json"], {
      home: folder,
      // The client then rejects undeclared fields and invalid schemas.
      env: { UCP_STRICT_SCHEMA: "1", UCP_TEST_ALLOW_INSECURE_LOCALHOST: "true" },
    });
    expect([code, code === 0 ? "" : stdout + stderr]).toEqual([0, ""]);
    return JSON.parse(stdout);
  }
  const run = (...args: string[]) => runClient(...args, "--business", new URL(program.url).origin);

  test("finds an item, hands the buyer over to the payment page, and gets the order", async ({
    skip,
  }) => {
    skip(skipReason !== undefined, skipReason);
    const found = await run("catalog", "search", "--set", "/query=license");
    expect([found.transport, found.endpoint]).toEqual([
      "mcp",
      `${new URL(program.url).origin}/agent/commerce/ucp/mcp`,
    ]);
    // Jackfield has fetched the profile from this machine, and responds in its version.
    expect([found.ucp.version, profiles.requests()]).toEqual(["2026-08-25", 1]);
    const [{ variants }] = found.result.products;

    const handedOver = join(folder, "escalation.json");
    const input = { line_items: [{ item: { id: variants[0].id }, quantity: 2 }] };
    const { result } = await run(
      ...["checkout", "create", "--input", JSON.stringify(input)],
      ...["--on-escalation", `cat > '${handedOver}'`],
    );
    expect(result).toMatchObject({
      status: "requires_escalation",
      line_items: [{ item: { id: variants[0].id }, quantity: 2 }],
    });
    expect(JSON.parse(readFileSync(handedOver, "utf8")).url).toBe(result.continue_url);

    await payOnPage(result.continue_url, createWebClient());
    await expect
      .poll(async () => (await run("checkout", "get", result.id)).result, { timeout: 20_000 })
      .toMatchObject({ id: result.id, status: "completed", order: { id: expect.any(String) } });
  }, 60_000);

  test("updates and cancels a checkout", async ({ skip }) => {
    skip(skipReason !== undefined, skipReason);
    const { products } = (await run("catalog", "lookup", "--set", '/ids=["desk-license"]')).result;
    const { id } = products[0].variants[0];
    const line = (quantity: number) => JSON.stringify({ line_items: [{ item: { id }, quantity }] });
    const created = (await run("checkout", "create", "--input", line(1))).result;
    const updated = (await run("checkout", "update", created.id, "--input", line(3))).result;
    expect([updated.id, updated.line_items[0].quantity]).toEqual([created.id, 3]);
    expect((await run("checkout", "cancel", created.id)).result.status).toBe("canceled");
  }, 60_000);
});
