import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPlatformStores } from "../../adapters/storage/open.ts";
import { admin } from "../../core/index.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { createEntry } from "../ports/people-store/fixture.ts";
import { createFinishedRun, createStartedRun, NOW } from "../ports/run-store/begin.ts";
import {
  PASSWORD,
  startTestAccount,
  type TestAccount,
  type TestBrowser,
} from "./fixtures/fixture.ts";

const DAY = 86_400_000;

describe("the settings of the account", () => {
  let account: TestAccount;
  let owner: TestBrowser;

  beforeEach(async () => {
    account = await startTestAccount();
    owner = await account.setUp();
  });
  afterEach(() => account.close());

  it("have defaults, and change one by one", async () => {
    expect((await owner.api("GET", "/account")).body).toEqual({
      id: DEFAULT_ACCOUNT,
      name: "",
      run_days: 30,
      audit_days: 400,
      claimed: "2026-11-22T10:00:00.000Z",
    });
    await owner.api("PATCH", "/account", { run_days: 7 });
    const { body } = await owner.api("PATCH", "/account", { name: " Acme " });
    expect(body).toMatchObject({ name: "Acme", run_days: 7, audit_days: 400 });
    const { data } = (await owner.api("GET", "/audit")).body;
    expect(data).toContainEqual(
      expect.objectContaining({ action: "account.changed", details: { run_days: "7" } }),
    );
  });

  it("have limits, which the page explains", async () => {
    expect((await owner.api("PATCH", "/account", { audit_days: 1 })).status).toBe(400);
    const refused = await owner.form("/account/settings", { run_days: "0", audit_days: "400" });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Error: Enter 1 or more.");
    const saved = await owner.form("/account/settings", { name: "Acme", run_days: "90" });
    expect(saved.status).toBe(303);
    expect(await (await owner.request("GET", "/account/members")).text()).toContain("Acme");
    expect(await (await owner.request("GET", "/activity")).text()).toContain("for 90 days");
  });

  it("plan a deletion, which ends all keys at once, and can be taken back", async () => {
    await owner.api("PATCH", "/account", { name: "Acme" });
    const key = { name: "laptop", permissions: ["read"] };
    const { secret } = (await owner.api("POST", "/keys", key)).body;
    const useKey = async () => {
      const headers = { authorization: `Bearer ${secret}` };
      return (await account.openBrowser().request("GET", "/api/v1/connections", { headers }))
        .status;
    };
    const wrong = await owner.confirm("/account/settings/delete", {}, "acc_default");
    expect(wrong.status).toBe(400);
    expect(await useKey()).toBe(200);
    const planned = await owner.confirm("/account/settings/delete", {}, "Acme");
    expect(planned.status).toBe(303);
    account.advance(1000);
    expect(await useKey()).toBe(401);
    expect((await owner.api("GET", "/account")).body.deletes).toBe("2026-11-29T10:00:00.000Z");
    const page = async () => (await owner.request("GET", "/account/settings")).text();
    expect(await page()).toContain("Everything is deleted");
    account.advance(6 * DAY);
    await admin.cleanUpAccount(account.stores, account.now());
    await owner.api("POST", "/sign-in/password", { name: "Ada", password: PASSWORD });
    expect((await owner.form("/account/settings/keep")).status).toBe(303);
    account.advance(DAY);
    await admin.cleanUpAccount(account.stores, account.now());
    expect((await owner.api("GET", "/account")).body.deletes).toBeUndefined();
    expect(await useKey()).toBe(401);
  });

  it("plan a deletion, after which the account can be set up again", async () => {
    await owner.api("DELETE", "/account?confirm=acc_default");
    account.advance(7 * DAY);
    await admin.cleanUpAccount(account.stores, account.now());
    account.advance(1000);
    expect((await owner.api("GET", "/session")).status).toBe(401);
    const eve = await account.setUp("Eve");
    expect((await eve.api("GET", "/members")).body.data).toHaveLength(1);
    expect((await eve.api("GET", "/audit")).body.data).toHaveLength(2);
  });

  it("are shown to members, and changed by owners", async () => {
    const ben = await account.addMember("Ben");
    expect((await ben.api("GET", "/account")).status).toBe(200);
    expect((await ben.request("GET", "/account/settings")).status).toBe(403);
  });
});

it("deletes runs and audit entries after the times that the account chose", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  const stores = await openPlatformStores({ folder, url: undefined });
  const { peopleStore, auditLog, runStore, sessionStore, grantStore } = stores;
  const run = { ...createFinishedRun(createStartedRun(0)), account: DEFAULT_ACCOUNT };
  await runStore.finish(run, { wasBegun: false });
  const entry = createEntry("a.b");
  await auditLog.append(entry);
  const cleanUpAfter = async (days: number) => {
    const now = NOW + days * DAY;
    await admin.cleanUpRuns(runStore, now, await admin.readRunDays(peopleStore));
    await admin.cleanUpAccount({ peopleStore, auditLog, sessionStore, grantStore }, now);
  };
  const count = async () => ({
    runs: (await runStore.list({ account: DEFAULT_ACCOUNT, limit: 10 })).length,
    entries: (await auditLog.list(DEFAULT_ACCOUNT, { limit: 10 })).filter(
      ({ action }) => action === "a.b",
    ).length,
  });
  await cleanUpAfter(29);
  expect(await count()).toEqual({ runs: 1, entries: 1 });
  const change = (runDays: number, auditDays: number) =>
    peopleStore.updateAccount(
      DEFAULT_ACCOUNT,
      { runDays, auditDays },
      createEntry("account.changed"),
    );
  await change(60, 90);
  await cleanUpAfter(59);
  expect(await count()).toEqual({ runs: 1, entries: 1 });
  await cleanUpAfter(61);
  expect(await count()).toEqual({ runs: 0, entries: 1 });
  await cleanUpAfter(500);
  expect(await count()).toEqual({ runs: 0, entries: 0 });
  await stores.keyStore.close();
  rmSync(folder, { recursive: true });
});
