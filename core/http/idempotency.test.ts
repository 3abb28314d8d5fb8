import { describe, expect, it } from "vitest";
import { digestIdempotencyKey } from "./idempotency.ts";

describe("digestIdempotencyKey", () => {
  it("returns the same digests for the same request with other member orders", async () => {
    expect(await digestIdempotencyKey(["acc_1"], "key", { a: 1, b: { c: [1], d: 2 } })).toEqual(
      await digestIdempotencyKey(["acc_1"], "key", { b: { d: 2, c: [1] }, a: 1 }),
    );
  });

  it("separates clients, keys and requests", async () => {
    const { key, request } = await digestIdempotencyKey(["acc_1"], "key", [1, 2]);
    expect((await digestIdempotencyKey(["acc_2"], "key", [1, 2])).key).not.toBe(key);
    expect((await digestIdempotencyKey(["acc_1"], "other", [1, 2])).key).not.toBe(key);
    expect((await digestIdempotencyKey(["acc_1"], "key", [2, 1])).request).not.toBe(request);
  });

  it("keeps the digests of stored claims", async () => {
    expect(await digestIdempotencyKey(["acc_1", null], "key", ["tool", { a: 1 }, null])).toEqual({
      key: "c88b77d5cb89cb90fc6cac6ff478df51e8dd5780f232d84f80d375267a210ac9",
      request: "2c534b8280f59a051f4c732a2ffd522bdbb11390dc3449e31e3e2d6306b21d85",
    });
  });
});
