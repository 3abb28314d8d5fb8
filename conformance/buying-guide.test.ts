import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endPayment } from "./cases/site/checkout-callbacks.ts";
import { node } from "./targets/core.ts";
import { findProgram } from "./targets/http-client.ts";
import type { Target } from "./targets/target.ts";

/** Follows the buying guide literally: a shell runs its commands. */
const run = promisify(execFile);
const skipReason =
  node.skipReason?.() ??
  (["curl", "sh"].every((name) => findProgram(name)) ? undefined : "curl or sh is not installed");

let target: Target;
let commands: readonly { text: string; command: string }[];
beforeAll(async () => {
  if (skipReason) return;
  target = await node.start();
  const { text } = await target.send({ path: "/agent/skills/buy-products/SKILL.md" });
  commands = [...text.matchAll(/([^\n]*)\n\n```sh\n([\s\S]*?)\n```/g)].map(
    ([, message, command]) => ({
      text: message!,
      command: command!,
    }),
  );
}, 60_000);
afterAll(() => target?.close());

/**
 * Runs a command with its placeholders filled in. Returns the JSON that it prints, and for MCP the
 * tool's result.
 */
async function runCommand(command: string, filled: Readonly<Record<string, string>>): Promise<any> {
  const whole = Object.entries(filled).reduce(
    (text, [name, value]) => text.replaceAll(name, value),
    command,
  );
  const { stdout } = await run("sh", ["-c", whole], { timeout: 20_000 });
  const response = JSON.parse(stdout);
  return response.jsonrpc ? response.result.structuredContent : response;
}

const checkoutCommand =
  /\/commerce\/checkouts|create_checkout|ucp\/checkout-sessions|acp\/checkout_sessions/;

describe.skipIf(skipReason)(skipReason ?? "the guide to buying can be followed", () => {
  test("leads from the offers to a paid checkout, by every way to create and to read one", async () => {
    const listed = commands.find(({ command }) => command.endsWith("/agent/commerce/products"))!;
    const { offers } = await runCommand(listed.command, {});
    const offer = offers.find(({ available }: any) => available).id;

    const creating = commands.filter(
      ({ command }) => checkoutCommand.test(command) && !command.includes("CHECKOUT_ID"),
    );
    const reading = commands.filter(({ command }) => command.includes("CHECKOUT_ID"));
    expect(creating.length).toBeGreaterThan(2);
    expect(reading.length).toBe(creating.length);

    for (const { command, text } of creating) {
      const created = await runCommand(command, { OFFER_ID: offer, NEW_KEY: crypto.randomUUID() });
      expect([text, created.status, URL.canParse(created.continue_url)]).toEqual([
        text,
        "requires_escalation",
        true,
      ]);
      await endPayment(target, created, "paid");
      for (const read of reading) {
        const { status, id, order } = await runCommand(read.command, { CHECKOUT_ID: created.id });
        expect([text, read.text, status, id, typeof order.id]).toEqual([
          text,
          read.text,
          "completed",
          created.id,
          "string",
        ]);
      }
    }
  }, 60_000);

  test("creates no second checkout if a command is repeated with the same key", async () => {
    const creating = commands.filter(
      ({ command }) => checkoutCommand.test(command) && !command.includes("CHECKOUT_ID"),
    );
    for (const { command, text } of creating) {
      const filled = { OFFER_ID: "desk-license", NEW_KEY: crypto.randomUUID() };
      const [one, two] = [await runCommand(command, filled), await runCommand(command, filled)];
      expect([text, one.id]).toEqual([text, two.id]);
    }
  }, 60_000);
});
