import { expect, test } from "vitest";
import type { JsonRpcRequest } from "./message.ts";
import { cacheReplies } from "./reply-cache.ts";

const dispatched: string[] = [];
const dispatch = cacheReplies(async ({ method, params }) => {
  dispatched.push(method);
  return { result: { method, params } };
});
const message = (method: string, params?: object, id = 1) =>
  ({ jsonrpc: "2.0", id, method, ...(params && { params }) }) as JsonRpcRequest;

test("dispatches equal messages once, whatever their IDs", async () => {
  const first = await dispatch(message("tools/list"));
  expect(await dispatch(message("tools/list", undefined, 2))).toEqual(first);
  await dispatch(message("ping"));
  await dispatch(message("initialize", { protocolVersion: "2025-11-25" }));
  expect(await dispatch(message("initialize", { protocolVersion: "2024-11-05" }))).toMatchObject({
    result: { params: { protocolVersion: "2024-11-05" } },
  });
  expect(dispatched).toEqual(["tools/list", "ping", "initialize", "initialize"]);
});

test("doesn't cache replies to long messages", async () => {
  const long = message("ping", { text: "a".repeat(2_000) });
  dispatched.length = 0;
  await dispatch(long);
  await dispatch(long);
  expect(dispatched).toHaveLength(2);
});
