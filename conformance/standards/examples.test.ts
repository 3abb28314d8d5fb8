import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseBody } from "../callers/spec-validator.ts";
import { parseResponse, postRequest, SESSIONS_PATH } from "../cases/site/acp-common.ts";
import { siteCore } from "../targets/core.ts";
import type { Target } from "../targets/target.ts";
import { acpErrors, missingReason, readAcpExamples, ucpVersions } from "./index.ts";

test("checks every response of a protocol operation against the official schemas", ({ skip }) => {
  const reason = missingReason();
  if (reason) skip(reason);
  expect(ucpVersions().map(({ version }) => version)).toEqual([
    "ucp-2026-04-08",
    "ucp-2026-08-25-approx",
  ]);
  for (const { schema, error, profile } of ucpVersions())
    for (const id of [error, profile]) expect(schema(id)).toBeTypeOf("function");
});

const skipReason = missingReason();
/** The offers of the fixture, by the item IDs of the examples. */
const ITEMS: Readonly<Record<string, string>> = {
  item_123: "reel-tape",
  item_456: "desk-license",
  usd: "eur",
};
const toFixtureExample = (example: unknown) =>
  JSON.parse(
    JSON.stringify(example, (_, value) =>
      typeof value === "string" ? (ITEMS[value] ?? value) : value,
    ),
  );
const examples = skipReason ? [] : readAcpExamples(/_request(_|$)/);

describe.skipIf(skipReason)(skipReason ?? "the official examples of ACP are accepted", () => {
  let target: Target;
  beforeAll(async () => {
    target = await siteCore.start();
  });
  afterAll(() => target.close());

  test("exist for each kind", () => {
    for (const kind of ["create_", "update_", "complete_", "cancel_"])
      expect(
        examples.some(([name]) => name.startsWith(kind)),
        kind,
      ).toBe(true);
  });

  test.each(examples)("%s", async (name, example) => {
    const created = await target.send(
      postRequest(
        SESSIONS_PATH,
        name.startsWith("create_")
          ? toFixtureExample(example)
          : { line_items: [{ id: "reel-tape" }] },
      ),
    );
    expect([created.status, acpErrors("createAcpCheckout", parseBody(created), 201)]).toEqual([
      201,
      [],
    ]);
    const path = `${SESSIONS_PATH}/${parseResponse(created).id}`;
    const [, step] = /^(?:create|update|(complete|cancel))_/.exec(name)!;
    if (name.startsWith("create_")) return;
    const response = await target.send(
      postRequest(step ? `${path}/${step}` : path, toFixtureExample(example)),
    );
    expect([response.status, acpErrors("", parseBody(response), response.status)]).toEqual([
      200,
      [],
    ]);
    expect(response.text).not.toMatch(/spt_|vt_01|johnsmith/);
  });
});
