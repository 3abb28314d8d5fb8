import { mkdtempSync, readFileSync, rmSync } from "node:fs";
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

describe("@shopify/ucp-cli, with the demo shop", () => {
  let program: RuntimeProcess;
  let folder: string;
  beforeAll(async () => {
    if (skipReason) return;
    folder = mkdtempSync(join(tmpdir(), "jackfield-ucp-"));
    const env = { SITE_PORT: "0", LOG: "off", DATA_DIR: join(folder, ".data") };
    program = await startOn("node", [START], { env, cwd: folder });
    await program.waitFor(/Read a page as Markdown/);
  }, 60_000);
  afterAll(async () => {
    await program?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a command and returns its output. The client rejects undeclared fields and schemas. */
  async function run(...args: string[]): Promise<any> {
    const business = new URL(program.url).origin;
    const { code, stdout, stderr } = await runProgram(
      PROGRAM,
      [...args, "--business", business, "--format", "json"],
      { home: folder, env: { UCP_STRICT_SCHEMA: "1", UCP_TEST_ALLOW_INSECURE_LOCALHOST: "true" } },
    );
    expect([code, code === 0 ? "" : stdout + stderr]).toEqual([0, ""]);
    return JSON.parse(stdout);
  }

  test("finds an item, hands the buyer over to the payment page, and gets the order", async ({
    skip,
  }) => {
    skip(skipReason !== undefined, skipReason);
    const found = await run("catalog", "search", "--set", "/query=license");
    expect([found.transport, found.endpoint]).toEqual([
      "mcp",
      `${new URL(program.url).origin}/agent/commerce/ucp/mcp`,
    ]);
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
