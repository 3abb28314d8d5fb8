import { expect, it, vi } from "vitest";
import { lazy } from "./lazy.ts";

it("creates a value once, when it is first used", () => {
  const create = vi.fn(() => ({}));
  const value = lazy(create);
  expect(create).not.toHaveBeenCalled();
  expect(value()).toBe(value());
  expect(create).toHaveBeenCalledOnce();
});

it("tries again after a failure", () => {
  let attempts = 0;
  const value = lazy(() => {
    attempts += 1;
    if (attempts === 1) throw new Error("unavailable");
    return { attempts };
  });
  expect(value).toThrow("unavailable");
  expect(value()).toEqual({ attempts: 2 });
});
