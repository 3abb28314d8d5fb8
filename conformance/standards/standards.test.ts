import { expect, test } from "vitest";
import { missing } from "./folder.ts";
import { versions } from "./ucp.ts";

test("every answer of a binding is held against the official schemas", ({ skip }) => {
  const because = missing();
  if (because) skip(because);
  expect(versions().map(({ version }) => version)).toEqual([
    "ucp-2026-04-08",
    "ucp-2026-08-25-approx",
  ]);
  for (const { schema, error, profile } of versions())
    for (const id of [error, profile]) expect(schema(id)).toBeTypeOf("function");
});
