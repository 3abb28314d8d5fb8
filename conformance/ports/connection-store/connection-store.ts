import assert from "node:assert/strict";
import type { JobQueue } from "../../../core/ports/job-queue.ts";
import {
  CONNECTION_JOBS,
  type ConnectionStore,
} from "../../../core/ports/stores/connection-store.ts";
import type { StoreFixture } from "../databases.ts";
import { type PortCheck, runConcurrently } from "../port-check.ts";
import { auditChecks } from "./audit.ts";
import { activeConnection, check, pendingConnection, storedChecks } from "./stored.ts";
import { toolListChecks } from "./tool-lists.ts";

const LINK_CLAIM = { key: "key_1", request: "request_1", now: 100, until: 200, keep: 900 };

export const linkClaimChecks: readonly ConnectionStoreCheck[] = [
  check("grants a link claim to only one of many callers", async ({ store, reopen }) => {
    const all = [store, await reopen(), await reopen()];
    const claims = await runConcurrently(30, (index) => all[index % 3]!.claimLink(LINK_CLAIM));
    const count = (outcome: string) => claims.filter((each) => each.outcome === outcome).length;
    assert.deepEqual([count("acquired"), count("in_progress")], [1, 29]);
  }),

  check("returns the link of a completed claim, until the key expires", async ({ store }) => {
    await store.claimLink(LINK_CLAIM);
    await store.completeLinkClaim("key_1", "s1.link");
    assert.deepEqual(await store.claimLink({ ...LINK_CLAIM, now: 899 }), {
      outcome: "completed",
      encryptedLink: "s1.link",
    });
    assert.deepEqual(await store.claimLink({ ...LINK_CLAIM, request: "request_2" }), {
      outcome: "conflict",
    });
    await store.deleteExpired(900, { revokedBefore: "", unfinishedBefore: "" });
    const later = { ...LINK_CLAIM, request: "request_2", now: 900, until: 1_000, keep: 1_900 };
    assert.deepEqual(await store.claimLink(later), { outcome: "acquired" });
  }),

  check("grants a link claim again after its release or its end", async ({ store }) => {
    await store.claimLink(LINK_CLAIM);
    await store.releaseLinkClaim("key_1");
    assert.deepEqual(await store.claimLink({ ...LINK_CLAIM, now: 101 }), { outcome: "acquired" });
    assert.deepEqual(await store.claimLink({ ...LINK_CLAIM, now: 199 }), {
      outcome: "in_progress",
    });
    assert.deepEqual(await store.claimLink({ ...LINK_CLAIM, now: 200, until: 300 }), {
      outcome: "acquired",
    });
  }),
];

export const leaseChecks: readonly ConnectionStoreCheck[] = [
  check(
    "leases a connection to only one of many callers and returns the stored connection",
    async ({ store, reopen }) => {
      await store.add(pendingConnection);
      await store.save(activeConnection, { encryptedSecrets: "s1.one" });
      const all = [store, await reopen(), await reopen()];
      const leases = await runConcurrently(30, (index) =>
        all[index % 3]!.lease("conn_1", { holder: `holder_${index}`, now: 100, until: 200 }),
      );
      assert.equal(leases.filter(Boolean).length, 1);
      assert.deepEqual(leases.find(Boolean), {
        connection: JSON.parse(JSON.stringify(activeConnection)),
        isDefault: false,
        encryptedSecrets: "s1.one",
      });
    },
  ),

  check(
    "leases a connection again after its holder releases it or the lease expires",
    async ({ store }) => {
      await store.add(pendingConnection);
      assert.ok(await store.lease("conn_1", { holder: "a", now: 100, until: 200 }));
      await store.release("conn_1", "b");
      assert.equal(await store.lease("conn_1", { holder: "b", now: 199, until: 300 }), undefined);
      assert.ok(await store.lease("conn_1", { holder: "b", now: 200, until: 300 }));
      await store.release("conn_1", "a");
      assert.equal(await store.lease("conn_1", { holder: "c", now: 201, until: 300 }), undefined);
      await store.release("conn_1", "b");
      assert.ok(await store.lease("conn_1", { holder: "c", now: 202, until: 300 }));
      assert.equal(await store.lease("conn_9", { holder: "c", now: 202, until: 300 }), undefined);
    },
  ),

  check("allows other changes during a lease", async ({ store }) => {
    await store.add(pendingConnection);
    await store.lease("conn_1", { holder: "a", now: 100, until: 200 });
    assert.equal(await store.save(activeConnection), true);
    assert.equal(await store.lease("conn_1", { holder: "b", now: 150, until: 300 }), undefined);
  }),

  check("adds a job for each connection that is due, and none for others", async ({ store }) => {
    for (const [id, due] of [
      ["conn_1", 300],
      ["conn_2", undefined],
      ["conn_3", Date.now() + 3_600_000],
      ["conn_4", 400],
      ["conn_5", 500],
    ] as const)
      await store.add({ ...pendingConnection, id, due });
    await store.save({ ...activeConnection, id: "conn_4", due: undefined });
    await store.save({ ...activeConnection, id: "conn_5", due: 200 });
    // Another change was faster, so this one changes no job.
    await store.save({ ...activeConnection, id: "conn_1", version: 3, due: undefined });
    const jobs = await store.jobQueue.claim(CONNECTION_JOBS.name, 10);
    assert.deepEqual(
      jobs.map(({ key, due }) => [key, due]),
      [
        ["conn_5", 200],
        ["conn_1", 300],
      ],
    );
    assert.equal((await store.jobQueue.stats()).get(CONNECTION_JOBS.name)!.waiting, 1);
  }),

  check("adds the missing jobs of due connections", async ({ store }) => {
    for (const [id, due] of [
      ["conn_1", 300],
      ["conn_2", 400],
      ["conn_3", 900],
      ["conn_4", undefined],
    ] as const)
      await store.add({ ...pendingConnection, id, due });
    const { jobQueue } = store;
    for (const job of await jobQueue.claim(CONNECTION_JOBS.name, 10))
      if (job.key !== "conn_1") await jobQueue.complete(job);
      else await jobQueue.retryAt(job, Date.now() + 3_600_000);
    await store.addMissingJobs(500);
    const keys = (await jobQueue.claim(CONNECTION_JOBS.name, 10)).map(({ key }) => key);
    assert.deepEqual(keys.toSorted(), ["conn_2"]);
  }),
];

const link = {
  link: "digest_1",
  browser: "browser_1",
  connection: "conn_1",
  isSpent: false,
  expires: 1_000,
};
const signIn = {
  state: "state_1",
  connection: "conn_1",
  link: "digest_1",
  browser: "browser_1",
  encryptedData: "s1.x",
  expires: 1_000,
};
const ATTEMPTS = 30;

export const singleUseChecks: readonly ConnectionStoreCheck[] = [
  check(
    "binds a connect link to the first browser and consumes it once",
    async ({ store, reopen }) => {
      const all = [store, await reopen()];
      const started = await runConcurrently(ATTEMPTS, (index) =>
        all[index % 2]!.startLink({
          ...link,
          browser: `browser_${index}`,
          connection: `conn_${index}`,
        }),
      );
      assert.equal(
        new Set(started.map(({ browser, connection }) => `${browser} ${connection}`)).size,
        1,
      );
      assert.deepEqual(await store.findLink("digest_1"), started[0]);
      const consumed = await runConcurrently(ATTEMPTS, (index) =>
        all[index % 2]!.consumeLink("digest_1"),
      );
      assert.equal(consumed.filter(Boolean).length, 1);
      assert.equal((await store.startLink(link)).isSpent, true);
      assert.equal(await store.consumeLink("digest_2"), false);
    },
  ),

  check("counts the tests of a link across processes", async ({ store, reopen }) => {
    const all = [store, await reopen()];
    await store.startLink(link);
    const counted = await runConcurrently(ATTEMPTS, (index) =>
      all[index % 2]!.countLinkTest("digest_1", 20),
    );
    assert.equal(counted.filter(Boolean).length, 20);
    assert.equal(await store.countLinkTest("digest_2", 20), false);
  }),

  check("returns a pending sign-in to only one of many callers", async ({ store, reopen }) => {
    const all = [store, await reopen()];
    await store.addSignIn(signIn);
    const acquired = await runConcurrently(ATTEMPTS, (index) =>
      all[index % 2]!.consumeSignIn("state_1", signIn.browser),
    );
    assert.deepEqual(acquired.filter(Boolean), [signIn]);
  }),

  check("keeps a pending sign-in that another browser tries to complete", async ({ store }) => {
    await store.addSignIn(signIn);
    assert.equal(await store.consumeSignIn("state_1", "another browser"), undefined);
    assert.deepEqual(await store.consumeSignIn("state_1", signIn.browser), signIn);
  }),

  check("deletes expired connect links and sign-ins", async ({ store }) => {
    await store.startLink(link);
    await store.addSignIn(signIn);
    await store.deleteExpired(999, { revokedBefore: "", unfinishedBefore: "" });
    assert.notEqual(await store.findLink("digest_1"), undefined);
    await store.deleteExpired(1_000, { revokedBefore: "", unfinishedBefore: "" });
    assert.equal(await store.findLink("digest_1"), undefined);
    assert.equal(await store.consumeSignIn("state_1", signIn.browser), undefined);
  }),

  check(
    "stores one data key for each account and replaces only the expected value",
    async ({ store, reopen }) => {
      const all = [store, await reopen()];
      const stored = await runConcurrently(ATTEMPTS, (index) =>
        all[index % 2]!.addDataKey("acc_1", `w1.${index}`),
      );
      assert.equal(new Set(stored).size, 1);
      assert.equal(await store.rewrapDataKey("acc_1", "w1.none", "w1.next"), false);
      assert.equal(await store.rewrapDataKey("acc_1", stored[0]!, "w1.next"), true);
      assert.deepEqual([...(await store.listDataKeys())], [["acc_1", "w1.next"]]);
    },
  ),

  check(
    "stores one client registration for each server and deletes only the given one",
    async ({ store }) => {
      assert.equal(await store.addRegistration("https://as.example", "s1.a"), "s1.a");
      assert.equal(await store.addRegistration("https://as.example", "s1.b"), "s1.a");
      await store.deleteRegistration("https://as.example", "s1.b");
      assert.equal(await store.findRegistration("https://as.example"), "s1.a");
      await store.deleteRegistration("https://as.example", "s1.a");
      assert.equal(await store.findRegistration("https://as.example"), undefined);
    },
  ),

  check("stores the operator's latest OAuth client for each app", async ({ store }) => {
    await store.saveClient("slack", "s1.a");
    await store.saveClient("github", "s1.b");
    await store.saveClient("github", "s1.c");
    assert.deepEqual(await store.listClients(), ["github", "slack"]);
    assert.equal(await store.findClient("github"), "s1.c");
    await store.saveClient("github", undefined);
    assert.equal(await store.findClient("github"), undefined);
  }),

  check("stores the last failure of the current OAuth client only", async ({ store }) => {
    const failure = { message: "invalid_client", app: "github", at: "2026-11-23T10:00:00.000Z" };
    await store.saveClient("github", "s1.b");
    await store.saveClient("slack", "s1.b");
    await store.recordClientFailure("github", "s1.a", failure);
    await store.recordClientFailure("linear", "s1.b", failure);
    assert.deepEqual(await store.listClientFailures(), new Map());
    await store.recordClientFailure("github", "s1.b", { ...failure, message: "unauthorized" });
    await store.recordClientFailure("github", "s1.b", failure);
    assert.deepEqual(await store.listClientFailures(), new Map([["github", failure]]));
    await store.recordClientFailure("github", "s1.a", undefined);
    assert.deepEqual(await store.listClientFailures(), new Map([["github", failure]]));
    await store.recordClientFailure("github", "s1.b", undefined);
    assert.deepEqual(await store.listClientFailures(), new Map());
    await store.recordClientFailure("github", "s1.b", failure);
    await store.saveClient("github", "s1.c");
    assert.deepEqual(await store.listClientFailures(), new Map());
  }),
];

/** A store and the queue of the jobs that it adds. */
export interface ConnectionStoreWithJobs extends ConnectionStore {
  readonly jobQueue: JobQueue;
}

export type ConnectionStoreFixture = StoreFixture<ConnectionStoreWithJobs>;
export type ConnectionStoreCheck = PortCheck<ConnectionStoreFixture>;

/** Checks that every implementation of `ConnectionStore` must pass. */
export const connectionStoreSuite: readonly ConnectionStoreCheck[] = [
  ...storedChecks,
  ...auditChecks,
  ...toolListChecks,
  ...leaseChecks,
  ...linkClaimChecks,
  ...singleUseChecks,
];
