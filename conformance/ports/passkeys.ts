import assert from "node:assert/strict";
import type { PasskeyVerifier } from "../../core/ports/passkeys.ts";
import {
  createSoftwarePasskey,
  registerPasskey,
  type SoftwarePasskey,
  usePasskey,
} from "../fixtures/authenticator.ts";
import { createCheck } from "./port-check.ts";

interface PasskeyFixture {
  readonly verifier: PasskeyVerifier;
  close(): void;
}

const check = createCheck<PasskeyFixture>;

const CEREMONY = {
  challenge: "Y2hhbGxlbmdlIG9mIHRoaXMgdGVzdCwgMzIgYnl0ZXM",
  origin: "https://jackfield.example",
  rpId: "jackfield.example",
};

/** What an attacker replaces in a response. */
const FORGERIES = {
  "another challenge": { challenge: "b3RoZXI" },
  "another origin": { origin: "https://evil.example" },
  "another host": { rpId: "evil.example" },
  "no user verification": { isUserVerified: false },
} as const;

async function register(verifier: PasskeyVerifier, passkey: SoftwarePasskey) {
  const credential = registerPasskey(passkey, CEREMONY);
  const registration = await verifier.verifyRegistration({ ...CEREMONY, credential });
  assert.ok(registration);
  return registration;
}

export const passkeySuite = [
  check("verifies a registration and a sign-in", async ({ verifier }) => {
    const passkey = createSoftwarePasskey();
    const registration = await register(verifier, passkey);
    assert.equal(registration.id, passkey.id);
    assert.deepEqual(registration.transports, ["internal"]);
    const credential = usePasskey(passkey, { ...CEREMONY, counter: 7 });
    assert.deepEqual(
      await verifier.verifyAssertion({ ...CEREMONY, credential, passkey: registration }),
      { counter: 7 },
    );
  }),

  ...Object.entries(FORGERIES).map(([name, forgery]) =>
    check(`rejects responses with ${name}`, async ({ verifier }) => {
      const passkey = createSoftwarePasskey();
      const forged = { ...CEREMONY, ...forgery };
      const created = registerPasskey(passkey, forged);
      assert.equal(
        await verifier.verifyRegistration({ ...CEREMONY, credential: created }),
        undefined,
      );
      const registration = await register(verifier, passkey);
      const used = usePasskey(passkey, forged);
      assert.equal(
        await verifier.verifyAssertion({ ...CEREMONY, credential: used, passkey: registration }),
        undefined,
      );
    }),
  ),

  check("rejects a signature with another key", async ({ verifier }) => {
    const passkey = createSoftwarePasskey();
    const registration = await register(verifier, passkey);
    const other = { ...createSoftwarePasskey(), id: passkey.id };
    assert.equal(
      await verifier.verifyAssertion({
        ...CEREMONY,
        credential: usePasskey(other, CEREMONY),
        passkey: registration,
      }),
      undefined,
    );
  }),

  check("rejects a counter that goes back", async ({ verifier }) => {
    const passkey = createSoftwarePasskey();
    const registration = { ...(await register(verifier, passkey)), counter: 8 };
    const credential = usePasskey(passkey, { ...CEREMONY, counter: 8 });
    assert.equal(
      await verifier.verifyAssertion({ ...CEREMONY, credential, passkey: registration }),
      undefined,
    );
  }),

  check("rejects anything that isn't a response", async ({ verifier }) => {
    const passkey = await register(verifier, createSoftwarePasskey());
    for (const credential of [
      {},
      { id: passkey.id },
      { id: passkey.id, response: 5 },
      { id: [] },
    ]) {
      assert.equal(await verifier.verifyRegistration({ ...CEREMONY, credential }), undefined);
      assert.equal(await verifier.verifyAssertion({ ...CEREMONY, credential, passkey }), undefined);
    }
  }),
];
