import { describe, expect, it } from "vitest";
import type { ApiKey } from "../../ports/accounts.ts";
import { newSecret } from "../domain/keys/form.ts";
import { newKey } from "../domain/keys/new-key.ts";
import { createKeyring } from "./keyring.ts";

const { key, secret } = await newKey({ account: "acc_1", name: "laptop", permissions: ["read"] });

function ringOf(kept: Partial<ApiKey> | undefined = {}, { fails = false, asking = 0 } = {}) {
  const state = {
    now: Date.parse("2026-11-21T12:00:00Z"),
    asked: 0,
    touched: [] as string[],
    kept: kept && { ...key, ...kept },
  };
  const faults: unknown[] = [];
  const ring = createKeyring({
    accounts: {
      async keyOf(fingerprint) {
        state.asked++;
        if (fails) throw new Error("the disk is on fire");
        const read = state.kept as ApiKey | undefined;
        state.now += asking;
        return fingerprint === key.fingerprint ? read : undefined;
      },
      touchKey: async (_, at) => void state.touched.push(at),
    },
    now: () => state.now,
    fault: (error) => faults.push(error),
  });
  return { ring, state, faults };
}

const refusal = async (shown: () => unknown) => {
  try {
    await shown();
  } catch (error) {
    return error as { code: string; message: string; headers: Record<string, string> };
  }
  throw new Error("it was let through");
};

describe("a keyring", () => {
  it("knows a key that was sent as a bearer token", async () => {
    const { ring } = ringOf();
    expect(await ring.shown(`Bearer ${secret}`)).toMatchObject({ id: key.id, name: "laptop" });
    expect(await ring.shown(`bearer   ${secret} `)).toMatchObject({ id: key.id });
    expect(await ring.known(secret)).toMatchObject({ id: key.id });
  });

  it("asks for a key once in 0.9 seconds, and refuses a revoked one within a second", async () => {
    const { ring, state } = ringOf();
    await ring.known(secret);
    state.kept = { ...key, revoked: "2026-11-21T12:00:00Z" };
    state.now += 899;
    expect(ring.known(secret)).toMatchObject({ id: key.id });
    expect(state.asked).toBe(1);
    state.now += 1;
    expect(await refusal(() => ring.known(secret))).toMatchObject({ code: "key_revoked" });
    expect(await refusal(() => ring.known(secret))).toMatchObject({ code: "key_revoked" });
  });

  it("does so however long the storage took to answer", async () => {
    const { ring, state } = ringOf({}, { asking: 400 });
    await ring.known(secret);
    state.kept = { ...key, revoked: "2026-11-21T12:00:00Z" };
    state.now += 600;
    expect(await refusal(() => ring.known(secret))).toMatchObject({ code: "key_revoked" });
  });

  it("refuses a key from the moment it expires, even one that it has just seen", async () => {
    const { ring, state } = ringOf({ expires: "2026-11-21T12:00:00.500Z" });
    await ring.known(secret);
    state.now += 500;
    expect(await refusal(() => ring.known(secret))).toMatchObject({
      code: "key_expired",
      headers: { "www-authenticate": 'Bearer realm="Jackfield", error="invalid_token"' },
    });
  });

  it("writes down once a minute that a key was used", async () => {
    const { ring, state } = ringOf();
    for (const seconds of [0, 1, 58, 1, 1]) {
      state.now += seconds * 1000;
      await ring.known(secret);
    }
    expect(state.touched).toEqual(["2026-11-21T12:00:00.000Z", "2026-11-21T12:01:00.000Z"]);
  });

  it("does not ask for what can't be a key", async () => {
    const { ring, state } = ringOf();
    for (const sent of ["x", `${secret}x`, secret.slice(0, -1), "jf_live_"])
      expect(await refusal(() => ring.known(sent))).toMatchObject({ code: "unauthorized" });
    expect(state.asked).toBe(0);
  });

  it("says the same of a mistyped key and of one that was never made", async () => {
    const { ring } = ringOf();
    const [mistyped, strange] = await Promise.all([
      refusal(() => ring.known(`${secret}x`)),
      refusal(() => ring.known(newSecret())),
    ]);
    expect(mistyped.message).toBe(strange.message);
  });

  it("tells who sends nothing how to send a key, and of no error", async () => {
    const { ring } = ringOf();
    expect(await refusal(() => ring.shown(null))).toMatchObject({
      code: "unauthorized",
      message: "No key was sent.",
      headers: { "www-authenticate": 'Bearer realm="Jackfield"' },
    });
    expect(await refusal(() => ring.shown(`Basic ${secret}`))).toMatchObject({
      message: "The Authorization header is not Bearer and a key.",
    });
  });

  it("is unavailable where keys can't be looked up, and tells why to the log alone", async () => {
    const { ring, faults } = ringOf({}, { fails: true });
    const { code, message } = await refusal(() => ring.known(secret));
    expect([code, message]).toEqual(["storage_unavailable", "Keys can't be looked up just now."]);
    expect(faults).toEqual([new Error("the disk is on fire")]);
  });

  it("never says a key in what it throws", async () => {
    const { ring } = ringOf({ revoked: "2026-11-21T12:00:00Z" });
    for (const sent of [secret, `${secret}x`])
      expect(JSON.stringify(await refusal(() => ring.known(sent)))).not.toContain(
        secret.slice(14, 40),
      );
  });
});
