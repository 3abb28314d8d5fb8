import process from "node:process";
import { expect, it } from "vitest";
import { expectSimilarTime } from "./testing.ts";

const text = "a".repeat(30_000);
const countPairs = (step: number) => {
  let pairs = 0;
  for (let from = 0; from < text.length; from++)
    for (let to = from; to < text.length; to += step) if (text[from] === text[to]) pairs += 1;
  return pairs;
};

it("accepts linear work and rejects quadratic work", () => {
  const linear = () => countPairs(text.length);
  expect(() => expectSimilarTime(process.threadCpuUsage, linear, linear)).not.toThrow();
  expect(() => expectSimilarTime(process.threadCpuUsage, () => countPairs(1), linear)).toThrow(
    "times as long",
  );
});
