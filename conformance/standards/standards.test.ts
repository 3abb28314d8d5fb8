import { expect, test } from "vitest";
import { missingReason } from "./folder.ts";
import { ucpVersions } from "./ucp.ts";

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
