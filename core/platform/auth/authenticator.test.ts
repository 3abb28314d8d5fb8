import { describe, expect, it } from "vitest";
import type { ApiKey } from "../../ports/key-store.ts";
import { createKey } from "../domain/keys/create-key.ts";
import { createSecret } from "../domain/keys/key-format.ts";
import { createAuthenticator } from "./authenticator.ts";

const { key, secret } = await createKey({
  account: "acc_1",
  name: "laptop",
  permissions: ["read"],
});

function authenticatorFor(
  overrides: Partial<ApiKey> | undefined = {},
  { fails = false, asking: delay = 0 } = {},
) {
  const state = {
    now: Date.parse("2026-11-21T12:00:00Z"),
    asked: 0,
    touched: [] as string[],
    kept: overrides && { ...key, ...overrides },
  };
  const errors: unknown[] = [];
  const authenticator = createAuthenticator({
    accounts: {
      async findKey(fingerprint) {
        state.asked++;
        if (fails) throw new Error("the disk is on fire");
        const read = state.kept as ApiKey | undefined;
        state.now += delay;
        return fingerprint === key.fingerprint ? read : undefined;
      },
      recordKeyUse: async (_, at) => void state.touched.push(at),
    },
    now: () => state.now,
    onError: (error) => errors.push(error),
  });
  return { ring: authenticator, state, faults: errors };
}

const refusalBy = async (authenticate: () => unknown) => {
  try {
    await authenticate();
  } catch (error) {
    return error as { code: string; message: string; headers: Record<string, string> };
  }
  throw new Error("it was let through");
};

describe("a keyring", () => {
  it("knows a key that was sent as a bearer token", async () => {
    const { ring: authenticator } = authenticatorFor();
    expect(await authenticator.fromHeader(`Bearer ${secret}`)).toMatchObject({
      id: key.id,
      name: "laptop",
    });
    expect(await authenticator.fromHeader(`bearer   ${secret} `)).toMatchObject({ id: key.id });
    expect(await authenticator.fromSecret(secret)).toMatchObject({ id: key.id });
  });

  it("asks for a key once in 0.9 seconds, and refuses a revoked one within a second", async () => {
    const { ring: authenticator, state } = authenticatorFor();
    await authenticator.fromSecret(secret);
    state.kept = { ...key, revoked: "2026-11-21T12:00:00Z" };
    state.now += 899;
    expect(authenticator.fromSecret(secret)).toMatchObject({ id: key.id });
    expect(state.asked).toBe(1);
    state.now += 1;
    expect(await refusalBy(() => authenticator.fromSecret(secret))).toMatchObject({
      code: "key_revoked",
    });
    expect(await refusalBy(() => authenticator.fromSecret(secret))).toMatchObject({
      code: "key_revoked",
    });
  });

  it("does so however long the storage took to answer", async () => {
    const { ring: authenticator, state } = authenticatorFor({}, { asking: 400 });
    await authenticator.fromSecret(secret);
    state.kept = { ...key, revoked: "2026-11-21T12:00:00Z" };
    state.now += 600;
    expect(await refusalBy(() => authenticator.fromSecret(secret))).toMatchObject({
      code: "key_revoked",
    });
  });

  it("refuses a key from the moment it expires, even one that it has just seen", async () => {
    const { ring: authenticator, state } = authenticatorFor({
      expires: "2026-11-21T12:00:00.500Z",
    });
    await authenticator.fromSecret(secret);
    state.now += 500;
    expect(await refusalBy(() => authenticator.fromSecret(secret))).toMatchObject({
      code: "key_expired",
      headers: { "www-authenticate": 'Bearer realm="Jackfield", error="invalid_token"' },
    });
  });

  it("writes down once a minute that a key was used", async () => {
    const { ring: authenticator, state } = authenticatorFor();
    for (const seconds of [0, 1, 58, 1, 1]) {
      state.now += seconds * 1000;
      await authenticator.fromSecret(secret);
    }
    expect(state.touched).toEqual(["2026-11-21T12:00:00.000Z", "2026-11-21T12:01:00.000Z"]);
  });

  it("does not ask for what can't be a key", async () => {
    const { ring: authenticator, state } = authenticatorFor();
    for (const secretSent of ["x", `${secret}x`, secret.slice(0, -1), "jf_live_"])
      expect(await refusalBy(() => authenticator.fromSecret(secretSent))).toMatchObject({
        code: "unauthorized",
      });
    expect(state.asked).toBe(0);
  });

  it("says the same of a mistyped key and of one that was never made", async () => {
    const { ring: authenticator } = authenticatorFor();
    const [mistyped, neverMade] = await Promise.all([
      refusalBy(() => authenticator.fromSecret(`${secret}x`)),
      refusalBy(() => authenticator.fromSecret(createSecret())),
    ]);
    expect(mistyped.message).toBe(neverMade.message);
  });

  it("tells who sends nothing how to send a key, and of no error", async () => {
    const { ring: authenticator } = authenticatorFor();
    expect(await refusalBy(() => authenticator.fromHeader(null))).toMatchObject({
      code: "unauthorized",
      message: "No key was sent.",
      headers: { "www-authenticate": 'Bearer realm="Jackfield"' },
    });
    expect(await refusalBy(() => authenticator.fromHeader(`Basic ${secret}`))).toMatchObject({
      message: "The Authorization header is not Bearer and a key.",
    });
  });

  it("is unavailable where keys can't be looked up, and tells why to the log alone", async () => {
    const { ring: authenticator, faults: errors } = authenticatorFor({}, { fails: true });
    const { code, message } = await refusalBy(() => authenticator.fromSecret(secret));
    expect([code, message]).toEqual(["storage_unavailable", "Keys can't be looked up just now."]);
    expect(errors).toEqual([new Error("the disk is on fire")]);
  });

  it("never says a key in what it throws", async () => {
    const { ring: authenticator } = authenticatorFor({ revoked: "2026-11-21T12:00:00Z" });
    for (const secretSent of [secret, `${secret}x`])
      expect(
        JSON.stringify(await refusalBy(() => authenticator.fromSecret(secretSent))),
      ).not.toContain(secret.slice(14, 40));
  });
});
