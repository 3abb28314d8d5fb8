import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CLAIM_MILLISECONDS, type ClaimedJob, type JobQueue } from "../../ports/job-queue.ts";
import { JobWorker, type JobWorkerOptions } from "./job-worker.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A queue that hands out the given jobs, and records what happens to them. */
function createTestQueue(keys: readonly string[], losses = 0) {
  const waiting = keys.map(
    (key): ClaimedJob => ({ id: key, kind: "k", key, due: 5, body: "{}", attempt: 3, losses }),
  );
  const log: string[] = [];
  const lost = new Set<string>();
  const record = async (text: string) => {
    log.push(text);
    return true;
  };
  const queue: JobQueue = {
    claim: async (_, limit) => waiting.splice(0, limit),
    extend: async (jobs) => {
      log.push(`extend ${jobs.map(({ key }) => key).join(" ")}`);
      return jobs.filter(({ key }) => !lost.has(key));
    },
    complete: ({ key }) => record(`complete ${key}`),
    retryAt: ({ key }, due) => record(`retry ${key} at ${due}`),
    discard: ({ key }) => record(`discard ${key}`),
    stats: async () => new Map(),
  };
  return { queue, log, lost };
}

const createWorker = (
  queue: JobQueue,
  run: JobWorkerOptions["run"],
  overrides: Partial<JobWorkerOptions> = {},
) => {
  const errors: unknown[] = [];
  const worker = new JobWorker({
    queue,
    kind: "k",
    run,
    concurrency: 2,
    maxPerRun: 100,
    now: () => 1_000,
    park: async () => {},
    onError: (error) => errors.push(error),
    ...overrides,
  });
  return { worker, errors };
};

it("completes jobs, and retries those that ask for it or fail", async () => {
  const { queue, log } = createTestQueue(["a", "b", "c"]);
  const { worker, errors } = createWorker(queue, async ({ key }) => {
    if (key === "b") return 7_000;
    if (key === "c") throw new Error("unavailable");
    return undefined;
  });
  expect(await worker.runOnce()).toBe(3);
  // The third attempt is retried after 15 s, doubled twice.
  expect(log.toSorted()).toEqual(["complete a", "retry b at 7000", "retry c at 61000"]);
  expect(errors).toEqual([new Error("unavailable")]);
});

it("works on a limited number of jobs at once, and in a run", async () => {
  const { queue, log } = createTestQueue(["a", "b", "c", "d", "e", "f", "g"]);
  let active = 0;
  let maxActive = 0;
  const { worker } = createWorker(
    queue,
    async () => {
      maxActive = Math.max(maxActive, ++active);
      await vi.advanceTimersByTimeAsync(1);
      active--;
      return undefined;
    },
    { concurrency: 3, maxPerRun: 5 },
  );
  const [first, second] = await Promise.all([worker.runOnce(), worker.runOnce()]);
  expect([first, second, maxActive, log.length]).toEqual([5, 5, 3, 5]);
  expect(await worker.runOnce()).toBe(2);
});

it("works on new jobs while a slow one is in progress, if it is woken", async () => {
  const waiting = ["slow"];
  const { queue, log } = createTestQueue([]);
  const claim: JobQueue["claim"] = async (kind, limit) =>
    waiting
      .splice(0, limit)
      .map((key) => ({ id: key, kind, key, due: 5, body: "{}", attempt: 1, losses: 0 }));
  let finish = () => {};
  const { worker } = createWorker(
    { ...queue, claim },
    ({ key }) => {
      if (key !== "slow") return Promise.resolve(undefined);
      return new Promise((resolve) => {
        finish = () => resolve(undefined);
      });
    },
    { concurrency: 2, maxPerRun: 2 },
  );
  const running = worker.runOnce();
  await vi.advanceTimersByTimeAsync(0);
  waiting.push("a", "b", "c");
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual([]);
  worker.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(["complete a", "complete b"]);
  worker.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(["complete a", "complete b", "complete c"]);
  finish();
  expect(await running).toBe(4);
  worker.wake();
  expect(log).toHaveLength(4);
});

/** A queue that hands out jobs a group at a time, and records the claims. */
function createGroupQueue(groups: Partial<ClaimedJob>[][]) {
  const claims: number[] = [];
  const { queue } = createTestQueue([]);
  const claim = async (kind: string, limit: number): Promise<ClaimedJob[]> => {
    const jobs = groups.shift() ?? [];
    claims.push(jobs.length);
    await Promise.resolve();
    return jobs.map((job, index) => {
      const key = `${limit}.${index}`;
      return { id: key, kind, key, due: 5, body: "{}", attempt: 1, losses: 0, ...job };
    });
  };
  return { queue: { ...queue, claim }, claims };
}

it("claims again only if a claim was full", async () => {
  const { queue, claims } = createGroupQueue([[{}, {}], [{}], [{}]]);
  const { worker } = createWorker(queue, async () => undefined);
  expect(await worker.runOnce()).toBe(3);
  expect(claims).toEqual([2, 1]);
});

it("claims again after the job of a sequence, because the next one is available", async () => {
  const { queue, claims } = createGroupQueue([[{ sequence: "a" }], [{ sequence: "a" }]]);
  const { worker } = createWorker(queue, async () => undefined);
  expect(await worker.runOnce()).toBe(2);
  expect(claims).toEqual([1, 1, 0]);
});

it("claims again if it was woken while it claimed", async () => {
  const { queue, claims } = createGroupQueue([[], [{}]]);
  const { worker } = createWorker(queue, async () => undefined);
  const running = worker.runOnce();
  expect(worker.wake()).toBe(true);
  expect(await running).toBe(1);
  expect(claims).toEqual([0, 1]);
  expect(worker.wake()).toBe(false);
});

it("extends the claims of long jobs, and drops waiting jobs whose claim is lost", async () => {
  const { queue, log, lost } = createTestQueue(["a", "b", "c"]);
  lost.add("b");
  const begun: string[] = [];
  let finish = () => {};
  const { worker } = createWorker(
    { ...queue, claim: async (kind) => queue.claim(kind, 3) },
    ({ key }) => {
      begun.push(key);
      if (key !== "a") return Promise.resolve(undefined);
      return new Promise((resolve) => {
        finish = () => resolve(undefined);
      });
    },
    { concurrency: 1 },
  );
  const running = worker.runOnce();
  await vi.advanceTimersByTimeAsync(CLAIM_MILLISECONDS / 2);
  expect(log).toEqual(["extend a b c"]);
  finish();
  await running;
  expect(begun).toEqual(["a", "c"]);
});

it("finishes jobs in progress when it stops, and returns the others", async () => {
  const { queue, log } = createTestQueue(["a", "b", "c"]);
  let finish = () => {};
  const { worker } = createWorker(
    { ...queue, claim: async (kind) => queue.claim(kind, 3) },
    () =>
      new Promise((resolve) => {
        finish = () => resolve(undefined);
      }),
    { concurrency: 1 },
  );
  const running = worker.runOnce();
  await vi.advanceTimersByTimeAsync(0);
  const stopping = worker.stop();
  finish();
  await stopping;
  expect(await running).toBe(3);
  expect(log).toEqual(["complete a", "retry b at 5", "retry c at 5"]);
  expect(await worker.runOnce()).toBe(0);
});

it("reports that jobs can't be claimed, and continues with the next run", async () => {
  const { queue } = createTestQueue(["a"]);
  let isUnavailable = true;
  const { worker } = createWorker(
    {
      ...queue,
      async claim(kind, limit) {
        if (isUnavailable) throw new Error("no database");
        return queue.claim(kind, limit);
      },
    },
    async () => undefined,
  );
  await expect(worker.runOnce()).rejects.toThrow("no database");
  isUnavailable = false;
  expect(await worker.runOnce()).toBe(1);
});

it("parks jobs under which two processes have disappeared, without starting them", async () => {
  for (const [losses, expected] of [
    [1, ["run a", "complete a"]],
    [2, ["park a", "discard a"]],
    [5, ["discard a"]],
  ] as const) {
    const { queue, log } = createTestQueue(["a"], losses);
    const { worker } = createWorker(
      queue,
      async ({ key }) => {
        log.push(`run ${key}`);
        return undefined;
      },
      { park: async ({ key }) => void log.push(`park ${key}`) },
    );
    await worker.runOnce();
    expect(log).toEqual(expected);
  }
});

it("keeps the claim of a job that couldn't be parked, so that it is parked later", async () => {
  const { queue, log } = createTestQueue(["a"], 2);
  const error = new Error("unavailable");
  const { worker, errors } = createWorker(queue, async () => undefined, {
    park: () => Promise.reject(error),
  });
  await worker.runOnce();
  expect([log, errors]).toEqual([[], [error]]);
});

it("works on lost jobs one after another, in one run", async () => {
  const { queue, log } = createTestQueue(["a", "b", "c"], 1);
  let isHandedOut = false;
  const oneAtATime: JobQueue = {
    ...queue,
    async claim(kind) {
      if (isHandedOut) return [];
      isHandedOut = true;
      return queue.claim(kind, 1);
    },
    complete(job) {
      isHandedOut = false;
      return queue.complete(job);
    },
  };
  const { worker } = createWorker(oneAtATime, () => new Promise((resolve) => setTimeout(resolve)));
  const running = worker.runOnce();
  await vi.runAllTimersAsync();
  expect(await running).toBe(3);
  expect(log).toEqual(["complete a", "complete b", "complete c"]);
});
