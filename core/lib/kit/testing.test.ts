import { Session } from "node:inspector";
import { afterAll, expect, it } from "vitest";
import { expectLinearSteps, StepCounter } from "./testing.ts";

const steps = new StepCounter(new Session());
afterAll(() => steps.stop());

const countPairs = (size: number, step: number) => () => {
  let pairs = 0;
  for (let from = 0; from < size; from++)
    for (let to = from; to < size; to += step) if (from % 7 === to % 7) pairs += 1;
  return pairs;
};

it("accepts linear work and rejects quadratic work", () => {
  expect(() => expectLinearSteps(steps, (size) => countPairs(size, size))).not.toThrow();
  expect(() => expectLinearSteps(steps, (size) => countPairs(size, 1))).toThrow(
    "4.0 times as many steps for twice as much input",
  );
});

it("accepts sorting", () => {
  const numbers = (size: number) => Array.from({ length: size }, (_, n) => (n * 7919) % size);
  expect(() =>
    expectLinearSteps(steps, (size) => () => numbers(size).sort((a, b) => a - b)),
  ).not.toThrow();
});

it("counts the same for the same work", () => {
  const work = countPairs(500, 3);
  expect(steps.count(work)).toBe(steps.count(work));
});
