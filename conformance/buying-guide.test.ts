import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settle } from "./cases/site/acp-messages.ts";
import { node } from "./targets/runtimes.ts";
import { programOf } from "./targets/spawned.ts";
import type { Target } from "./targets/target.ts";

/** The guide to buying is followed as it is written: its commands are run by a shell. */
const run = promisify(execFile);
const because =
  node.missing?.() ??
  (["curl", "sh"].every((name) => programOf(name)) ? undefined : "there is no curl, or no shell");

let target: Target;
let commands: readonly { said: string; command: string }[];
beforeAll(async () => {
  if (because) return;
  target = await node.start();
  const { text } = await target.ask({ path: "/agent/skills/buy-products/SKILL.md" });
  commands = [...text.matchAll(/([^\n]*)\n\n```sh\n([^]*?)\n```/g)].map(([, said, command]) => ({
    said: said!,
    command: command!,
  }));
}, 60_000);
afterAll(() => target?.close());

/** What a command answers, its placeholders filled in; MCP's answers by what the tool said. */
async function answerOf(command: string, filled: Readonly<Record<string, string>>): Promise<any> {
  const whole = Object.entries(filled).reduce(
    (text, [name, value]) => text.replaceAll(name, value),
    command,
  );
  const { stdout } = await run("sh", ["-c", whole], { timeout: 20_000 });
  const answer = JSON.parse(stdout);
  return answer.jsonrpc ? answer.result.structuredContent : answer;
}

const opening =
  /\/commerce\/checkouts|create_checkout|ucp\/checkout-sessions|acp\/checkout_sessions/;

describe.skipIf(because)(because ?? "the guide to buying can be followed", () => {
  test("from what is for sale, by each way to open a checkout and each way to read it, until it is paid", async () => {
    const listed = commands.find(({ command }) => command.endsWith("/agent/commerce/products"))!;
    const { offers } = await answerOf(listed.command, {});
    const offer = offers.find(({ available }: any) => available).id;

    const creating = commands.filter(
      ({ command }) => opening.test(command) && !command.includes("CHECKOUT_ID"),
    );
    const reading = commands.filter(({ command }) => command.includes("CHECKOUT_ID"));
    expect(creating.length).toBeGreaterThan(2);
    expect(reading.length).toBe(creating.length);

    for (const { command, said } of creating) {
      const created = await answerOf(command, { OFFER_ID: offer, NEW_KEY: crypto.randomUUID() });
      expect([said, created.status, URL.canParse(created.continue_url)]).toEqual([
        said,
        "requires_escalation",
        true,
      ]);
      await settle(target, created.continue_url, "paid");
      for (const read of reading) {
        const { status, id, order } = await answerOf(read.command, { CHECKOUT_ID: created.id });
        expect([said, read.said, status, id, typeof order.id]).toEqual([
          said,
          read.said,
          "completed",
          created.id,
          "string",
        ]);
      }
    }
  }, 60_000);

  test("and a command that is repeated with the same key opens no second checkout", async () => {
    const creating = commands.filter(
      ({ command }) => opening.test(command) && !command.includes("CHECKOUT_ID"),
    );
    for (const { command, said } of creating) {
      const filled = { OFFER_ID: "desk-licence", NEW_KEY: crypto.randomUUID() };
      const [one, two] = [await answerOf(command, filled), await answerOf(command, filled)];
      expect([said, one.id]).toEqual([said, two.id]);
    }
  }, 60_000);
});
