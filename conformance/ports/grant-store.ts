import assert from "node:assert/strict";
import type { AuditLog } from "../../core/ports/stores/audit-log.ts";
import type {
  GrantCode,
  GrantStore,
  GrantToken,
  RegisteredClient,
} from "../../core/ports/stores/grant-store.ts";
import type { ApiKey, KeyStore } from "../../core/ports/stores/key-store.ts";
import type { StoreFixture } from "./databases.ts";
import { createCheck, runConcurrently } from "./port-check.ts";

interface GrantStores {
  readonly grantStore: GrantStore;
  readonly keyStore: KeyStore;
  readonly auditLog: AuditLog;
}

const check = createCheck<StoreFixture<GrantStores>>;

const NOW = Date.parse("2026-11-23T10:00:00.000Z");
const HOUR = 3_600_000;
const OPTIONS = { now: NOW, graceMs: 10_000, keepMs: 30 * 24 * HOUR };

const client: RegisteredClient = {
  id: "mcp_1",
  name: "Ünder \u{1f3a7} ' \" \\",
  redirectUris: ["https://client.example/callback?a=b", "http://127.0.0.1/callback"],
  created: NOW,
};

const key: ApiKey = {
  id: "key_1",
  account: "acc_1",
  name: "Claude",
  prefix: "",
  fingerprint: "key_1",
  client: { id: "mcp_1", redirectHost: "client.example" },
  permissions: ["read", "run"],
  created: "2026-11-23T10:00:00.000Z",
  expires: "2027-11-23T10:00:00.000Z",
};

const code: GrantCode = {
  digest: "c1",
  client: "mcp_1",
  redirectUri: "https://client.example/callback",
  challenge: "a".repeat(43),
  key,
  entry: {
    id: `aud_${"0".repeat(32)}`,
    account: "acc_1",
    at: "2026-11-23T10:00:00.000Z",
    actor: { kind: "person", id: "per_1" },
    action: "key.created",
  },
  expires: NOW + 60_000,
};

const createToken = (digest: string, more: Partial<GrantToken> = {}): GrantToken => ({
  digest,
  kind: "refresh",
  key: "key_1",
  expires: NOW + 90 * 24 * HOUR,
  ...more,
});

/** The only successor of a token, and the response to its client. */
const nextToken = (digest: string) => ({
  tokens: [createToken(digest)],
  successor: `response ${digest}`,
});

const access = createToken("a1", { kind: "access", expires: NOW + HOUR });
const refresh = createToken("r1");

/** Creates a grant with an access token and a refresh token. */
async function addGrant({ grantStore }: GrantStores): Promise<void> {
  await grantStore.addCode(code);
  assert.equal(await grantStore.redeemCode("c1", NOW, [access, refresh]), true);
}

/** Checks that every implementation of `GrantStore` must pass. */
export const grantStoreSuite = [
  check("returns a client unchanged", async ({ store: { grantStore } }) => {
    await grantStore.addClient(client);
    assert.deepEqual(await grantStore.findClient("mcp_1"), client);
    assert.equal(await grantStore.findClient("MCP_1"), undefined);
  }),

  check("returns a code unchanged, and whether it is spent", async ({ store: { grantStore } }) => {
    await grantStore.addCode(code);
    assert.deepEqual(await grantStore.findCode("c1"), { ...code, isSpent: false });
    await grantStore.redeemCode("c1", NOW, []);
    assert.deepEqual(await grantStore.findCode("c1"), { ...code, isSpent: true });
    assert.equal(await grantStore.findCode("C1"), undefined);
  }),

  check("creates the grant of a code with its tokens and audit entry", async ({ store }) => {
    await addGrant(store);
    assert.deepEqual(await store.keyStore.listKeys("acc_1"), [key]);
    assert.deepEqual(await store.auditLog.list("acc_1", { limit: 10 }), [code.entry]);
    assert.deepEqual(await store.grantStore.findToken("a1", "access"), {
      key,
      expires: access.expires,
    });
    assert.deepEqual(await store.grantStore.findToken("r1", "refresh"), {
      key,
      expires: refresh.expires,
    });
    assert.equal(await store.grantStore.findToken("a1", "refresh"), undefined);
    assert.equal(await store.grantStore.findToken("r1", "access"), undefined);
  }),

  check("redeems a code once, however many try", async (fixture) => {
    const { store } = fixture;
    const other = await fixture.reopen();
    await store.grantStore.addCode(code);
    const redeemed = await runConcurrently(6, (index) =>
      (index % 2 ? store : other).grantStore.redeemCode("c1", NOW, [createToken(`r${index}`)]),
    );
    assert.equal(redeemed.filter(Boolean).length, 1);
    assert.equal((await store.keyStore.listKeys("acc_1")).length, 1);
  }),

  check("redeems no code that has expired or doesn't exist", async ({ store }) => {
    await store.grantStore.addCode(code);
    assert.equal(await store.grantStore.redeemCode("c1", code.expires, [refresh]), false);
    assert.equal(await store.grantStore.redeemCode("c2", NOW, [refresh]), false);
    assert.deepEqual(await store.keyStore.listKeys("acc_1"), []);
    assert.equal(await store.grantStore.findToken("r1", "refresh"), undefined);
  }),

  check("redeems nothing if the tokens can't be stored", async ({ store }) => {
    await store.grantStore.addCode(code);
    await assert.rejects(store.grantStore.redeemCode("c1", NOW, [refresh, refresh]));
    assert.deepEqual(await store.keyStore.listKeys("acc_1"), []);
    assert.equal((await store.grantStore.findCode("c1"))?.isSpent, false);
  }),

  check("gives a refresh token one successor, again within its grace", async ({ store }) => {
    await addGrant(store);
    const rotate = (now: number, next: string) =>
      store.grantStore.rotateToken("r1", { ...OPTIONS, now }, nextToken(next));
    assert.equal(await rotate(NOW, "r2"), "response r2");
    assert.equal(await rotate(NOW + 9_999, "r3"), "response r2");
    assert.equal(await rotate(NOW + 10_000, "r4"), undefined);
    const spent = await store.grantStore.findToken("r1", "refresh");
    assert.deepEqual(spent, { key, expires: NOW + OPTIONS.keepMs, spent: NOW });
    assert.equal((await store.grantStore.findToken("r2", "refresh"))?.spent, undefined);
    for (const digest of ["r3", "r4"])
      assert.equal(await store.grantStore.findToken(digest, "refresh"), undefined);
  }),

  check("gives many callers of a refresh token the same successor", async (fixture) => {
    const { store } = fixture;
    const other = await fixture.reopen();
    await addGrant(store);
    const answers = await runConcurrently(20, (index) =>
      (index % 2 ? store : other).grantStore.rotateToken("r1", OPTIONS, nextToken(`n${index}`)),
    );
    assert.equal(new Set(answers).size, 1);
    const found = await Promise.all(
      answers.map((_, index) => store.grantStore.findToken(`n${index}`, "refresh")),
    );
    assert.equal(found.filter(Boolean).length, 1);
  }),

  check("forgets the response of a spent token after its grace", async ({ store }) => {
    await addGrant(store);
    const { grantStore } = store;
    await grantStore.rotateToken("r1", OPTIONS, nextToken("r2"));
    const options = { graceMs: 10_000, oldestUnusedClient: 0 };
    const later = { ...OPTIONS, now: NOW + 9_999 };
    await grantStore.deleteExpired(NOW + 9_999, options);
    assert.equal(await grantStore.rotateToken("r1", later, nextToken("r3")), "response r2");
    await grantStore.deleteExpired(NOW + 10_000, options);
    assert.equal(await grantStore.rotateToken("r1", later, nextToken("r3")), undefined);
  }),

  check("redeems no code of a person who is no longer a member", async ({ store }) => {
    await store.grantStore.addCode({ ...code, key: { ...key, createdBy: "per_removed" } });
    assert.equal(await store.grantStore.redeemCode("c1", NOW, [refresh]), false);
    assert.deepEqual(await store.keyStore.listKeys("acc_1"), []);
    assert.equal(await store.grantStore.findToken("r1", "refresh"), undefined);
  }),

  check("spends a refresh token once without a grace", async (fixture) => {
    const { store } = fixture;
    const other = await fixture.reopen();
    await addGrant(store);
    const rotated = await runConcurrently(6, (index) =>
      (index % 2 ? store : other).grantStore.rotateToken(
        "r1",
        { ...OPTIONS, graceMs: 0 },
        nextToken(`n${index}`),
      ),
    );
    assert.equal(rotated.filter(Boolean).length, 1);
  }),

  check("replaces no access token, and none that has expired", async ({ store }) => {
    await addGrant(store);
    assert.equal(await store.grantStore.rotateToken("a1", OPTIONS, nextToken("r2")), undefined);
    const late = { ...OPTIONS, now: refresh.expires };
    assert.equal(await store.grantStore.rotateToken("r1", late, nextToken("r2")), undefined);
  }),

  check("ends the tokens of a revoked grant", async ({ store }) => {
    await addGrant(store);
    const at = "2026-11-23T10:00:01.000Z";
    await store.keyStore.revokeKey("acc_1", "key_1", at);
    assert.equal((await store.grantStore.findToken("a1", "access"))?.key.revoked, at);
    assert.equal(await store.grantStore.rotateToken("r1", OPTIONS, nextToken("r2")), undefined);
    await store.grantStore.deleteExpired(NOW, { graceMs: 10_000, oldestUnusedClient: 0 });
    assert.equal(await store.grantStore.findToken("a1", "access"), undefined);
    assert.equal(await store.grantStore.findToken("r1", "refresh"), undefined);
  }),

  check("deletes one token", async ({ store }) => {
    await addGrant(store);
    await store.grantStore.deleteToken("a1");
    assert.equal(await store.grantStore.findToken("a1", "access"), undefined);
    assert.notEqual(await store.grantStore.findToken("r1", "refresh"), undefined);
  }),

  check("deletes expired codes and tokens, and unused clients, and no others", async (fixture) => {
    const { grantStore } = fixture.store;
    await grantStore.addClient(client);
    await addGrant(fixture.store);
    await grantStore.addCode({ ...code, digest: "c2", expires: NOW });
    await grantStore.addClient({ ...client, id: "mcp_2" });
    await grantStore.addClient({ ...client, id: "mcp_3", created: NOW + 1 });
    await grantStore.deleteExpired(NOW, { graceMs: 10_000, oldestUnusedClient: NOW });
    assert.equal(await grantStore.findCode("c2"), undefined);
    assert.equal(await grantStore.findClient("mcp_2"), undefined);
    assert.notEqual(await grantStore.findCode("c1"), undefined);
    assert.notEqual(await grantStore.findClient("mcp_1"), undefined);
    assert.notEqual(await grantStore.findClient("mcp_3"), undefined);
    assert.notEqual(await grantStore.findToken("a1", "access"), undefined);
    await grantStore.deleteExpired(access.expires, {
      graceMs: 10_000,
      oldestUnusedClient: 0,
    });
    assert.equal(await grantStore.findToken("a1", "access"), undefined);
    assert.notEqual(await grantStore.findToken("r1", "refresh"), undefined);
  }),
];
