import { describe, expect, it } from "vitest";
import type { Catalog } from "../../ports/catalog.ts";
import { withReadErrors } from "./problems.ts";

describe("withReadErrors()", () => {
  const broken = new Error("Corrupted block detected");
  const catalog: Catalog = {
    apps: [],
    tools: 3,
    findApp: async () => {
      throw broken;
    },
    findTool: async () => {
      throw broken;
    },
    readCards: async () => {
      throw broken;
    },
    readIndex: async () => undefined,
    toolRange: () => ({ first: 0, end: 3 }),
  };

  it("answers 503 for an app that can't be read, and reports the reason", async () => {
    const reasons: unknown[] = [];
    const readable = withReadErrors(catalog, (error) => reasons.push(error));
    for (const read of [
      () => readable.findApp("acme"),
      () => readable.findTool("acme.list"),
      () => readable.readCards([0]),
    ])
      await expect(read()).rejects.toMatchObject({ code: "catalog_not_ready", status: 503 });
    expect(reasons).toEqual([broken, broken, broken]);
  });

  it("passes everything else", async () => {
    const readable = withReadErrors(catalog, () => {});
    expect(readable.tools).toBe(3);
    expect(readable.apps).toBe(catalog.apps);
    expect(readable.toolRange("acme")).toEqual({ first: 0, end: 3 });
    expect(await readable.readIndex()).toBeUndefined();
  });
});
