import { expect, it } from "vitest";
import type { ApiKey } from "../../ports/accounts.ts";
import { newKey } from "../domain/keys/new-key.ts";
import { createKeyring } from "./keyring.ts";

/** A keyring over one key, with a clock that goes on while the storage is asked. */
async function keyringOf({ asking }: { readonly asking: number }) {
  const { key, secret } = await newKey({ account: "acc_1", name: "laptop", permissions: ["read"] });
  let at = 1_000_000;
  let kept: ApiKey = key;
  const used: string[] = [];
  const keyring = createKeyring({
    accounts: {
      async keyOf() {
        const read = kept;
        at += asking;
        return read;
      },
      touchKey: async (_, when) => void used.push(when),
    },
    now: () => at,
    fault: () => {},
  });
  return { secret, keyring, used, pass: (milliseconds: number) => void (at += milliseconds), revoke: () => void (kept = { ...kept, revoked: "2026-11-21T10:00:00.000Z" }) };
}

it("refuses a revoked key within a second of its last look at the storage, however long that took", async () => {
  const { secret, keyring, pass, revoke } = await keyringOf({ asking: 400 });
  await keyring.known(secret);
  revoke();
  pass(600);
  await expect(async () => keyring.known(secret)).rejects.toMatchObject({ code: "key_revoked" });
});

it("looks a key up no more than once in that time", async () => {
  const { secret, keyring, pass, revoke } = await keyringOf({ asking: 0 });
  await keyring.known(secret);
  revoke();
  pass(800);
  expect(keyring.known(secret)).toMatchObject({ name: "laptop" });
});

it("writes down once a minute when a key was used", async () => {
  const { secret, keyring, used, pass } = await keyringOf({ asking: 0 });
  for (let times = 0; times < 5; times++) {
    await keyring.known(secret);
    pass(30_000);
  }
  expect(used).toEqual(["1970-01-01T00:16:40.000Z", "1970-01-01T00:17:40.000Z", "1970-01-01T00:18:40.000Z"]);
});
