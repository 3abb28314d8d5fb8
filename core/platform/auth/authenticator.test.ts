import { describe, expect, it } from "vitest";
import type { ApiKey } from "../../ports/key-store.ts";
import { createAuthenticator } from "./authenticator.ts";
import { createKey } from "./create-key.ts";
import { createSecret } from "./key-format.ts";

const { key, secret } = await createKey({
  account: "acc_1",
  name: "laptop",
  permissions: ["read"],
});

function authenticatorFor(overrides: Partial<ApiKey> | undefined = {}, { delay = 0 } = {}) {
  const state = {
    now: Date.parse("2026-11-21T12:00:00Z"),
    lookups: 0,
    recorded: [] as string[],
    stored: overrides && { ...key, ...overrides },
  };
  const authenticator = createAuthenticator({
    keyStore: {
      async findKey(fingerprint) {
        state.lookups++;
        const found = state.stored as ApiKey | undefined;
        state.now += delay;
        return fingerprint === key.fingerprint ? found : undefined;
      },
      recordKeyUse: async (_, at) => void state.recorded.push(at),
    },
    now: () => state.now,
  });
  return { authenticator, state };
}

const catchProblem = async (authenticate: () => unknown) => {
  try {
    await authenticate();
  } catch (error) {
    return error as { code: string; message: string; headers: Record<string, string> };
  }
  throw new Error("The key was accepted.");
};

describe("createAuthenticator", () => {
  it("accepts a key as a bearer token or as a bare secret", async () => {
    const { authenticator } = authenticatorFor();
    expect(await authenticator.fromHeader(`Bearer ${secret}`)).toMatchObject({
      id: key.id,
      name: "laptop",
    });
    expect(await authenticator.fromHeader(`bearer   ${secret} `)).toMatchObject({ id: key.id });
    expect(await authenticator.fromSecret(secret)).toMatchObject({ id: key.id });
  });

  it("caches a key for 0.9 seconds and rejects it within a second of its revocation", async () => {
    const { authenticator, state } = authenticatorFor();
    await authenticator.fromSecret(secret);
    state.stored = { ...key, revoked: "2026-11-21T12:00:00Z" };
    state.now += 899;
    expect(authenticator.fromSecret(secret)).toMatchObject({ id: key.id });
    expect(state.lookups).toBe(1);
    state.now += 1;
    expect(await catchProblem(() => authenticator.fromSecret(secret))).toMatchObject({
      code: "key_revoked",
    });
    expect(await catchProblem(() => authenticator.fromSecret(secret))).toMatchObject({
      code: "key_revoked",
    });
  });

  it("rejects a revoked key within a second even if storage is slow", async () => {
    const { authenticator, state } = authenticatorFor({}, { delay: 400 });
    await authenticator.fromSecret(secret);
    state.stored = { ...key, revoked: "2026-11-21T12:00:00Z" };
    state.now += 600;
    expect(await catchProblem(() => authenticator.fromSecret(secret))).toMatchObject({
      code: "key_revoked",
    });
  });

  it("rejects a key from the moment it expires, even if it is cached", async () => {
    const { authenticator, state } = authenticatorFor({
      expires: "2026-11-21T12:00:00.500Z",
    });
    await authenticator.fromSecret(secret);
    state.now += 500;
    expect(await catchProblem(() => authenticator.fromSecret(secret))).toMatchObject({
      code: "key_expired",
      headers: { "www-authenticate": 'Bearer realm="Jackfield", error="invalid_token"' },
    });
  });

  it("records the use of a key at most once a minute", async () => {
    const { authenticator, state } = authenticatorFor();
    for (const seconds of [0, 1, 58, 1, 1]) {
      state.now += seconds * 1000;
      await authenticator.fromSecret(secret);
    }
    expect(state.recorded).toEqual(["2026-11-21T12:00:00.000Z", "2026-11-21T12:01:00.000Z"]);
  });

  it("rejects a malformed key without a lookup", async () => {
    const { authenticator, state } = authenticatorFor();
    for (const secretSent of ["x", `${secret}x`, secret.slice(0, -1), "jf_live_"])
      expect(await catchProblem(() => authenticator.fromSecret(secretSent))).toMatchObject({
        code: "unauthorized",
      });
    expect(state.lookups).toBe(0);
  });

  it("rejects mistyped and unknown keys with the same message", async () => {
    const { authenticator } = authenticatorFor();
    const [mistyped, neverMade] = await Promise.all([
      catchProblem(() => authenticator.fromSecret(`${secret}x`)),
      catchProblem(() => authenticator.fromSecret(createSecret())),
    ]);
    expect(mistyped.message).toBe(neverMade.message);
  });

  it("challenges a request without a key and adds no error code", async () => {
    const { authenticator } = authenticatorFor();
    expect(await catchProblem(() => authenticator.fromHeader(null))).toMatchObject({
      code: "unauthorized",
      message: "No API key was sent.",
      headers: { "www-authenticate": 'Bearer realm="Jackfield"' },
    });
    expect(await catchProblem(() => authenticator.fromHeader(`Basic ${secret}`))).toMatchObject({
      message: 'The Authorization header isn\'t "Bearer <key>".',
    });
  });

  it("never includes the key in an error", async () => {
    const { authenticator } = authenticatorFor({ revoked: "2026-11-21T12:00:00Z" });
    for (const secretSent of [secret, `${secret}x`])
      expect(
        JSON.stringify(await catchProblem(() => authenticator.fromSecret(secretSent))),
      ).not.toContain(secret.slice(14, 40));
  });
});
