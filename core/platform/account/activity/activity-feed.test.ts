import { expect, it, onTestFinished } from "vitest";
import { sleep } from "../../../lib/kit/flow/sleep.ts";
import type { RunChange, RunRecord } from "../../../ports/stores/run-store.ts";
import { createActivityFeed, MAX_CHANGES, MAX_VIEWERS, type Viewer } from "./activity-feed.ts";

const INTERVAL = 20;

const createChange = (number: number, position = number): RunChange => ({
  run: { id: `run_${number}`, account: "acc_1" } as RunRecord,
  position,
});

/** Starts a feed whose stores count their queries. */
function startFeed() {
  const changes: RunChange[] = [];
  const roles = new Map([["s1", "owner" as const]]);
  const counts = { changes: 0, sessions: 0 };
  const errors: unknown[] = [];
  let isBroken = false;
  const feed = createActivityFeed({
    account: "acc_default",
    runStore: {
      async listChanges({ after, limit }) {
        counts.changes++;
        if (isBroken) throw new Error("The storage is unavailable.");
        return changes
          .filter(({ position }) => position > after)
          .toSorted((a, b) => b.position - a.position)
          .slice(0, limit);
      },
    },
    sessionStore: {
      async findRoles() {
        counts.sessions++;
        return roles;
      },
    },
    now: () => 0,
    onError: (error) => void errors.push(error),
    intervalMs: INTERVAL,
  });
  onTestFinished(() => feed.close());
  const add = (overrides: Partial<Viewer> = {}) => {
    const received: string[] = [];
    const viewer: Viewer = {
      account: "acc_1",
      session: "s1",
      role: "owner",
      receive: (read) => received.push(...read.map(({ run }) => run.id)),
      reportGap: () => received.push("gap"),
      sendHeartbeat: () => {},
      end: () => received.push("end"),
      ...overrides,
    };
    return { viewer, received, isAdded: feed.add(viewer) };
  };
  return {
    feed,
    changes,
    roles,
    counts,
    errors,
    add,
    breakStore(broken: boolean) {
      isBroken = broken;
    },
  };
}

it("queries the stores once an interval, whatever the number of viewers", async () => {
  const { counts, add, feed } = startFeed();
  const viewers = Array.from({ length: MAX_VIEWERS }, () => add().viewer);
  const start = performance.now();
  await sleep(10 * INTERVAL);
  // One more finds the position at which the feed begins.
  const intervals = Math.ceil((performance.now() - start) / INTERVAL) + 2;
  expect(counts.changes).toBeGreaterThan(3);
  expect(counts.changes).toBeLessThanOrEqual(intervals);
  expect(counts.sessions).toBeLessThanOrEqual(intervals);
  for (const viewer of viewers) feed.remove(viewer);
  await sleep(2 * INTERVAL);
  const { changes } = counts;
  await sleep(5 * INTERVAL);
  expect(counts.changes).toBe(changes);
});

it("sends each change once, also one with an earlier position", async () => {
  const { changes, add } = startFeed();
  changes.push(createChange(1, 10_000));
  const { received } = add();
  await sleep(3 * INTERVAL);
  changes.push(createChange(2, 9_000), createChange(3, 11_000));
  await sleep(3 * INTERVAL);
  expect(received).toEqual(["run_1", "run_2", "run_3"]);
});

it("reports a gap if there are more changes than it reads", async () => {
  const { changes, add } = startFeed();
  const { received } = add();
  await sleep(2 * INTERVAL);
  for (let number = 1; number <= MAX_CHANGES + 1; number++) changes.push(createChange(number));
  await sleep(3 * INTERVAL);
  expect(received).toContain("gap");
  expect(received).toContain(`run_${MAX_CHANGES + 1}`);
});

it("ends the viewers whose session has ended or whose role has changed", async () => {
  const { roles, add } = startFeed();
  const { received } = add();
  const member = add({ role: "member" });
  await sleep(2 * INTERVAL);
  expect([received, member.received]).toEqual([[], ["end"]]);
  roles.clear();
  await sleep(3 * INTERVAL);
  expect(received).toEqual(["end"]);
});

it("continues after the storage was unavailable", async () => {
  const { changes, errors, add, breakStore } = startFeed();
  const { received } = add();
  await sleep(2 * INTERVAL);
  breakStore(true);
  changes.push(createChange(1));
  await sleep(3 * INTERVAL);
  breakStore(false);
  await sleep(3 * INTERVAL);
  expect(received).toEqual(["run_1"]);
  expect(errors.length).toBeGreaterThan(0);
});

it("refuses viewers above the limit of an account, and after it was closed", () => {
  const { add, feed } = startFeed();
  for (let count = 0; count < MAX_VIEWERS; count++) expect(add().isAdded).toBe(true);
  expect(add().isAdded).toBe(false);
  expect(add({ account: "acc_2" }).isAdded).toBe(true);
  feed.close();
  expect(add({ account: "acc_3" }).isAdded).toBe(false);
});
