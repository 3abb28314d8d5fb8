import { describe, expect, it } from "vitest";
import { Problem } from "../../http/problem.ts";
import type { ApiKey } from "../../ports/stores/key-store.ts";
import { createAuthenticator, readBearerSecret } from "./authenticator.ts";
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
    clients: [] as string[],
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
      async recordKeyUse(_, at, by) {
        state.recorded.push(at);
        state.clients.push(by);
      },
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
  it("accepts a key", async () => {
    const { authenticator } = authenticatorFor();
    expect(await authenticator.authenticate(secret)).toMatchObject({ id: key.id, name: "laptop" });
  });

  it("records the client that used a key, at most once a minute", async () => {
    const { authenticator, state } = authenticatorFor();
    await authenticator.authenticate(secret, undefined, () => "mcp cursor/1.0");
    state.now += 59_999;
    await authenticator.authenticate(secret, undefined, () => "api curl/8.5.0");
    state.now += 1;
    await authenticator.authenticate(secret, undefined, () => "api curl/8.5.0");
    expect(state.clients).toEqual(["mcp cursor/1.0", "api curl/8.5.0"]);
  });

  it("caches a key for 0.9 seconds and rejects it within a second of its revocation", async () => {
    const { authenticator, state } = authenticatorFor();
    await authenticator.authenticate(secret);
    state.stored = { ...key, revoked: "2026-11-21T12:00:00Z" };
    state.now += 899;
    expect(authenticator.authenticate(secret)).toMatchObject({ id: key.id });
    expect(state.lookups).toBe(1);
    state.now += 1;
    expect(await catchProblem(() => authenticator.authenticate(secret))).toMatchObject({
      code: "key_revoked",
    });
    expect(await catchProblem(() => authenticator.authenticate(secret))).toMatchObject({
      code: "key_revoked",
    });
  });

  it("rejects a revoked key within a second even if storage is slow", async () => {
    const { authenticator, state } = authenticatorFor({}, { delay: 400 });
    await authenticator.authenticate(secret);
    state.stored = { ...key, revoked: "2026-11-21T12:00:00Z" };
    state.now += 600;
    expect(await catchProblem(() => authenticator.authenticate(secret))).toMatchObject({
      code: "key_revoked",
    });
  });

  it("rejects a key from the moment it expires, even if it is cached", async () => {
    const { authenticator, state } = authenticatorFor({
      expires: "2026-11-21T12:00:00.500Z",
    });
    await authenticator.authenticate(secret);
    state.now += 500;
    expect(await catchProblem(() => authenticator.authenticate(secret))).toMatchObject({
      code: "key_expired",
      headers: { "www-authenticate": 'Bearer realm="Jackfield", error="invalid_token"' },
    });
  });

  it("records the use of a key at most once a minute", async () => {
    const { authenticator, state } = authenticatorFor();
    for (const seconds of [0, 1, 58, 1, 1]) {
      state.now += seconds * 1000;
      await authenticator.authenticate(secret);
    }
    expect(state.recorded).toEqual(["2026-11-21T12:00:00.000Z", "2026-11-21T12:01:00.000Z"]);
  });

  it("rejects a malformed key without a lookup", async () => {
    const { authenticator, state } = authenticatorFor();
    for (const secretSent of ["x", `${secret}x`, secret.slice(0, -1), "jf_live_"])
      expect(await catchProblem(() => authenticator.authenticate(secretSent))).toMatchObject({
        code: "unauthorized",
      });
    expect(state.lookups).toBe(0);
  });

  it("rejects mistyped and unknown keys with the same message", async () => {
    const { authenticator } = authenticatorFor();
    const [mistyped, neverMade] = await Promise.all([
      catchProblem(() => authenticator.authenticate(`${secret}x`)),
      catchProblem(() => authenticator.authenticate(createSecret())),
    ]);
    expect(mistyped.message).toBe(neverMade.message);
  });

  it("never includes the key in an error", async () => {
    const { authenticator } = authenticatorFor({ revoked: "2026-11-21T12:00:00Z" });
    for (const secretSent of [secret, `${secret}x`])
      expect(
        JSON.stringify(await catchProblem(() => authenticator.authenticate(secretSent))),
      ).not.toContain(secret.slice(14, 40));
  });
});

describe("failed attempts", () => {
  /** Counts attempts, and rejects those above the limit like a rate limit does. */
  const countUpTo = (limit: number) => {
    let counted = 0;
    return {
      counted: () => counted,
      attempts: {
        count() {
          if (counted >= limit) throw new Problem("rate_limited", "Too many failures.");
          counted++;
        },
        uncount: () => void counted--,
      },
    };
  };

  it("stops asking the key store once a network has too many", async () => {
    const { authenticator, state } = authenticatorFor();
    const { attempts } = countUpTo(2);
    const codes = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      const { code } = await catchProblem(() =>
        authenticator.authenticate(createSecret(), attempts),
      );
      codes.push(code);
    }
    expect(codes).toEqual(["unauthorized", "unauthorized", "rate_limited", "rate_limited"]);
    expect(state.lookups).toBe(2);
  });

  it("limits concurrent guesses too", async () => {
    const { authenticator, state } = authenticatorFor();
    const { attempts } = countUpTo(2);
    const guesses = Array.from({ length: 10 }, () =>
      catchProblem(() => authenticator.authenticate(createSecret(), attempts)),
    );
    await Promise.all(guesses);
    expect(state.lookups).toBe(2);
  });

  it("doesn't count a valid key, however many requests send it at once", async () => {
    const { authenticator, state } = authenticatorFor();
    const { attempts, counted } = countUpTo(1);
    const requests = Array.from({ length: 10 }, () => authenticator.authenticate(secret, attempts));
    for (const authenticated of await Promise.all(requests))
      expect(authenticated).toMatchObject({ id: key.id });
    expect([state.lookups, counted()]).toEqual([1, 0]);
  });

  it("accepts a key that was valid before from a network with too many", async () => {
    const { authenticator, state } = authenticatorFor();
    await authenticator.authenticate(secret);
    state.now += 60_000;
    expect(await authenticator.authenticate(secret, countUpTo(0).attempts)).toMatchObject({
      id: key.id,
    });
  });
});

describe("readBearerSecret", () => {
  it("reads the secret of a bearer token", () => {
    expect(readBearerSecret(`Bearer ${secret}`)).toBe(secret);
    expect(readBearerSecret(`bearer   ${secret} `)).toBe(secret);
  });

  it("challenges a request without a key and adds no error code", async () => {
    expect(await catchProblem(() => readBearerSecret(null))).toMatchObject({
      code: "unauthorized",
      message: "No API key was sent.",
      headers: { "www-authenticate": 'Bearer realm="Jackfield"' },
    });
    expect(await catchProblem(() => readBearerSecret(`Basic ${secret}`))).toMatchObject({
      message: 'The Authorization header isn\'t "Bearer <key>".',
    });
    expect(
      await catchProblem(() => readBearerSecret(null, undefined, { hasApiKeyHeader: () => true })),
    ).toMatchObject({
      hint: 'Send "Authorization: Bearer <key>" instead of X-API-Key.',
    });
  });
});
