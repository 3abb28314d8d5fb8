import { expect, it } from "vitest";
import { parseRetryAfter } from "./retry-after.ts";

it("specifies how long to wait", () => {
  const seconds = (fields: Record<string, string>) =>
    parseRetryAfter({ get: (name) => fields[name] ?? null }, 1_795_255_200_000);
  expect(seconds({ "retry-after": "7" })).toBe(7);
  expect(seconds({ "retry-after": new Date(1_795_255_200_000 + 30_000).toUTCString() })).toBe(30);
  expect(seconds({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1795255260" })).toBe(60);
  expect(
    seconds({ "x-ratelimit-remaining": "5", "x-ratelimit-reset": "1795255260" }),
  ).toBeUndefined();
  expect(seconds({ "retry-after": "-5" })).toBeUndefined();
});
