import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSecretCache } from "./secret-cache.ts";

function createCountingCache() {
  const decrypted: string[] = [];
  const cache = createSecretCache<string>();
  const read = (ciphertext: string) =>
    cache(ciphertext, async () => {
      decrypted.push(ciphertext);
      return `secret of ${ciphertext}`;
    });
  return { decrypted, read };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("createSecretCache", () => {
  it("decrypts the same ciphertext at most once a second", async () => {
    const { decrypted, read } = createCountingCache();
    expect(await read("a")).toBe("secret of a");
    expect(await read("a")).toBe("secret of a");
    expect(decrypted).toEqual(["a"]);
    vi.advanceTimersByTime(1_000);
    await read("a");
    expect(decrypted).toEqual(["a", "a"]);
  });

  it("decrypts a changed ciphertext at once", async () => {
    const { decrypted, read } = createCountingCache();
    await read("a");
    expect(await read("b")).toBe("secret of b");
    expect(decrypted).toEqual(["a", "b"]);
  });

  it("decrypts again after a failure", async () => {
    const cache = createSecretCache<string>();
    await expect(cache("a", () => Promise.reject(new Error("boom")))).rejects.toThrow("boom");
    expect(await cache("a", async () => "secret")).toBe("secret");
  });
});
