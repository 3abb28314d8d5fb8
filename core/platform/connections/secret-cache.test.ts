import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StoredConnection } from "../../ports/connection-store.ts";
import { createSecretCache } from "./secret-cache.ts";

const storedConnection = (encryptedSecrets: string | undefined, id = "conn_1") =>
  ({ connection: { id, account: "acct_1" }, encryptedSecrets }) as unknown as StoredConnection;

function createCountingCache() {
  const decrypted: (string | undefined)[] = [];
  const decryptCached = createSecretCache(async ({ encryptedSecrets }) => {
    decrypted.push(encryptedSecrets);
    return encryptedSecrets === undefined ? undefined : { values: { key: encryptedSecrets } };
  });
  return { decrypted, decryptCached };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("createSecretCache", () => {
  it("decrypts the same ciphertext at most once a second", async () => {
    const { decrypted, decryptCached } = createCountingCache();
    expect(await decryptCached(storedConnection("a"))).toEqual({ values: { key: "a" } });
    expect(await decryptCached(storedConnection("a"))).toEqual({ values: { key: "a" } });
    expect(decrypted).toEqual(["a"]);
    vi.advanceTimersByTime(1_000);
    await decryptCached(storedConnection("a"));
    expect(decrypted).toEqual(["a", "a"]);
  });

  it("decrypts a changed ciphertext, and another connection's, at once", async () => {
    const { decrypted, decryptCached } = createCountingCache();
    await decryptCached(storedConnection("a"));
    expect(await decryptCached(storedConnection("b"))).toEqual({ values: { key: "b" } });
    expect(await decryptCached(storedConnection("a", "conn_2"))).toEqual({ values: { key: "a" } });
    expect(decrypted).toEqual(["a", "b", "a"]);
  });

  it("never returns deleted secrets from memory", async () => {
    const { decrypted, decryptCached } = createCountingCache();
    await decryptCached(storedConnection("a"));
    expect(await decryptCached(storedConnection(undefined))).toBeUndefined();
    expect(decrypted).toEqual(["a", undefined]);
  });
});
