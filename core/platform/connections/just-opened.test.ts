import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { KeptConnection } from "../../ports/connections.ts";
import { justOpened } from "./just-opened.ts";

const kept = (sealed: string | undefined, id = "conn_1") =>
  ({ connection: { id, account: "acct_1" }, sealed }) as unknown as KeptConnection;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("opens a seal once in a second, another one at once, and one that is wiped never from memory", async () => {
  const opened: (string | undefined)[] = [];
  const open = justOpened(
    async ({ sealed }) => (
      opened.push(sealed), sealed === undefined ? undefined : { values: { key: sealed } }
    ),
  );
  expect([await open(kept("a")), await open(kept("a"))]).toEqual([
    { values: { key: "a" } },
    { values: { key: "a" } },
  ]);
  expect(await open(kept("b"))).toEqual({ values: { key: "b" } });
  expect(await open(kept("a", "conn_2"))).toEqual({ values: { key: "a" } });
  expect(await open(kept(undefined))).toBeUndefined();
  expect(opened).toEqual(["a", "b", "a", undefined]);
  vi.advanceTimersByTime(1_000);
  await open(kept("a"));
  expect(opened).toHaveLength(5);
});
