import { expect, test } from "vitest";
import { table } from "../../generated/site/operations.ts";
import { Problem } from "../http/problem.ts";
import { SerializedResult } from "./message.ts";
import { operationTools } from "./operation-tools.ts";

const callWith = (run: () => unknown) => {
  const { call } = operationTools<never>({
    table,
    run,
    info: { name: "test", title: "Test", version: "1.0.0" },
    instructions: "",
    origin: "https://service.example",
  });
  const context = { signal: new AbortController().signal } as never;
  return call("search_pages", {}, { context, requestId: "request-1" }, { meta: {} });
};

const OUTPUT = { words: ['"', "\u2028", "caf\u00e9"], total: 0, hits: [] };

test.each([
  ["an output", () => OUTPUT],
  ["a promise of an output", async () => OUTPUT],
])("%s is its structured content and its text", async (_, run) => {
  const result = await callWith(run);
  expect(result).toBeInstanceOf(SerializedResult);
  expect(JSON.parse(`{${(result as SerializedResult).members}}`)).toEqual({
    content: [{ type: "text", text: JSON.stringify(OUTPUT) }],
    structuredContent: OUTPUT,
  });
});

test.each([
  ["throws", () => JSON.parse("{")],
  ["rejects", async () => JSON.parse("{")],
])("an operation that %s returns an error without structured content", async (_, run) => {
  const result = await callWith(run);
  expect(result).toMatchObject({ isError: true, content: [{ type: "text" }] });
  expect(result).not.toHaveProperty("structuredContent");
});

test("an operation that exceeds the rate limit ends the request with 429", async () => {
  const headers = { "retry-after": "3" };
  const run = async () => {
    throw new Problem("rate_limited", "The limit is 60 requests.", { hint: "Wait.", headers });
  };
  await expect(callWith(run)).rejects.toMatchObject({
    code: -32000,
    message: "The limit is 60 requests. Wait.",
    data: { code: "rate_limited", instance: "urn:uuid:request-1" },
    status: 429,
    headers,
  });
});
