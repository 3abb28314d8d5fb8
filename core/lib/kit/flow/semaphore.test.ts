import { describe, expect, it } from "vitest";
import { createSemaphore, SemaphoreTimeoutError } from "./semaphore.ts";

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

  it("gives one holder at most its share, and a free slot to the holder with the fewest", async () => {
    const semaphore = createSemaphore(4, { maxPerHolder: 3 });
    const served: string[] = [];
    const acquire = (holder: string) =>
      semaphore.acquire({ holder }).then((release) => {
        served.push(holder);
        return release;
      });
    const greedy = Array.from({ length: 5 }, () => acquire("greedy"));
    const [first] = await Promise.all(greedy.slice(0, 3));
    expect(served).toEqual(["greedy", "greedy", "greedy"]);
    const modest = acquire("modest");
    await modest;
    const late = acquire("late");
    expect(semaphore.waiting).toBe(3);
    first!();
    await late;
    expect(served).toEqual(["greedy", "greedy", "greedy", "modest", "late"]);
    (await modest)();
    await greedy[3];
    (await late)();
    await Promise.resolve();
    expect(semaphore.waiting).toBe(1);
  });

  it("rejects a caller for which no slot becomes free in time, and forgets it", async () => {
    const semaphore = createSemaphore(1);
    const release = await semaphore.acquire();
    await expect(semaphore.acquire({ timeoutMs: 1 })).rejects.toThrow(SemaphoreTimeoutError);
    expect(semaphore.waiting).toBe(0);
    release();
    (await semaphore.acquire({ timeoutMs: 1 }))();
  });
});
