import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StoredConnection } from "../../ports/connection-store.ts";
import { createSecretCache } from "./secret-cache.ts";

const storedConnection = (sealed: string | undefined, id = "conn_1") =>
  ({ connection: { id, account: "acct_1" }, sealed }) as unknown as StoredConnection;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("opens a seal once in a second, another one at once, and one that is wiped never from memory", async () => {
  const decrypted: (string | undefined)[] = [];
  const decryptCached = createSecretCache(
    async ({ sealed }) => (
      decrypted.push(sealed), sealed === undefined ? undefined : { values: { key: sealed } }
    ),
  );
  expect([
    await decryptCached(storedConnection("a")),
    await decryptCached(storedConnection("a")),
  ]).toEqual([{ values: { key: "a" } }, { values: { key: "a" } }]);
  expect(await decryptCached(storedConnection("b"))).toEqual({ values: { key: "b" } });
  expect(await decryptCached(storedConnection("a", "conn_2"))).toEqual({ values: { key: "a" } });
  expect(await decryptCached(storedConnection(undefined))).toBeUndefined();
  expect(decrypted).toEqual(["a", "b", "a", undefined]);
  vi.advanceTimersByTime(1_000);
  await decryptCached(storedConnection("a"));
  expect(decrypted).toHaveLength(5);
});
