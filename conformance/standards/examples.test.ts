import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bodyOf } from "../callers/judge.ts";
import { posted, SESSIONS, said } from "../cases/site/acp-messages.ts";
import { core } from "../targets/core.ts";
import type { Target } from "../targets/target.ts";
import { acpExamples, acpMisfits } from "./acp.ts";
import { missing } from "./folder.ts";

const because = missing();
/** The examples' items, as the rig sells them. */
const ITEMS: Readonly<Record<string, string>> = {
  item_123: "reel-tape",
  item_456: "desk-licence",
  usd: "eur",
};
const ofRig = (example: unknown) =>
  JSON.parse(
    JSON.stringify(example, (_, value) =>
      typeof value === "string" ? (ITEMS[value] ?? value) : value,
    ),
  );
const examples = because ? [] : acpExamples(/_request(_|$)/);

describe.skipIf(because)(because ?? "the official examples of ACP are taken as they are", () => {
  let target: Target;
  beforeAll(async () => void (target = await core.start()));
  afterAll(() => target.close());

  test("there are some of each kind", () => {
    for (const kind of ["create_", "update_", "complete_", "cancel_"])
      expect(
        examples.some(([name]) => name.startsWith(kind)),
        kind,
      ).toBe(true);
  });

  test.each(examples)("%s", async (name, example) => {
    const created = await target.ask(
      posted(
        SESSIONS,
        name.startsWith("create_") ? ofRig(example) : { line_items: [{ id: "reel-tape" }] },
      ),
    );
    expect([created.status, acpMisfits("createAcpCheckout", bodyOf(created), 201)]).toEqual([
      201,
      [],
    ]);
    const path = `${SESSIONS}/${said(created).id}`;
    const [, step] = /^(?:create|update|(complete|cancel))_/.exec(name)!;
    if (name.startsWith("create_")) return;
    const answer = await target.ask(posted(step ? `${path}/${step}` : path, ofRig(example)));
    expect([answer.status, acpMisfits("", bodyOf(answer), answer.status)]).toEqual([200, []]);
    expect(answer.text).not.toMatch(/spt_|vt_01|johnsmith/);
  });
});
