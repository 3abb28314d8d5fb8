import { expect, test } from "vitest";
import type { Message } from "./message.ts";
import { remembered } from "./remembered.ts";

const asked: string[] = [];
const dispatch = remembered(async ({ method, params }) => {
  asked.push(method);
  return { result: { method, params } };
});
const message = (method: string, params?: object, id = 1) =>
  ({ jsonrpc: "2.0", id, method, ...(params && { params }) }) as Message;

test("the same is asked once, whatever its id; anything else is asked again", async () => {
  const first = await dispatch(message("tools/list"));
  expect(await dispatch(message("tools/list", undefined, 2))).toEqual(first);
  await dispatch(message("ping"));
  await dispatch(message("initialize", { protocolVersion: "2025-11-25" }));
  expect(await dispatch(message("initialize", { protocolVersion: "2024-11-05" }))).toMatchObject({
    result: { params: { protocolVersion: "2024-11-05" } },
  });
  expect(asked).toEqual(["tools/list", "ping", "initialize", "initialize"]);
});

test("what is long is not kept", async () => {
  const long = message("ping", { text: "a".repeat(2_000) });
  asked.length = 0;
  await dispatch(long);
  await dispatch(long);
  expect(asked).toHaveLength(2);
});
