import { describe, expect, it } from "vitest";
import { createSemaphore } from "./semaphore.ts";

describe("createSemaphore", () => {
  it("limits concurrency and assigns slots in the order of the calls", async () => {
    const semaphore = createSemaphore(2);
    const acquired: string[] = [];
    const first = await semaphore.acquire();
    const second = await semaphore.acquire();
    const acquire = async (name: string) => {
      const release = await semaphore.acquire();
      acquired.push(name);
      return release;
    };
    const third = acquire("third");
    const fourth = acquire("fourth");
    await Promise.resolve();
    expect(acquired).toEqual([]);
    expect(semaphore.waiting).toBe(2);
    first();
    first();
    (await third)();
    await fourth;
    expect(acquired).toEqual(["third", "fourth"]);
    second();
  });

  it("releases the slot of a task that fails", async () => {
    const semaphore = createSemaphore(1);
    await expect(semaphore.run(() => Promise.reject(new Error("boom")))).rejects.toThrow("boom");
    expect(await semaphore.run(async () => "next")).toBe("next");
  });
});
