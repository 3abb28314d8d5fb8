import type { ApiKey, CustomApp } from "../../../core/ports/key-store.ts";
import type { KeyStoreCheck, KeyStoreFixture } from "../key-store.ts";
import { createCheck } from "../port-check.ts";

export { runConcurrently as together } from "../port-check.ts";

/** A check on an empty place of its own. */
export const check = (
  name: string,
  run: (fixture: KeyStoreFixture) => Promise<void>,
): KeyStoreCheck => createCheck(name, run);

/** A key with nothing that may be left out. */
export const minimalKey: ApiKey = {
  id: "key_1",
  account: "acc_1",
  name: "laptop",
  prefix: "jf_live_abcd",
  fingerprint: "f1",
  permissions: ["read"],
  created: "2026-11-21T10:00:00.000Z",
};

/** One with everything, in any script. */
export const fullKey: ApiKey = {
  ...minimalKey,
  id: "key_2",
  fingerprint: "f2",
  name: "Ünder \u{1f3a7} ' \" \\",
  permissions: ["read", "connect", "run"],
  apps: ["atlas", "basil"],
  user: "user 42",
  created: "2026-11-21T11:00:00.000Z",
  expires: "2027-11-21T11:00:00.000Z",
};

/** An app that an account has added. */
export const addedApp: CustomApp = {
  account: "acc_1",
  slug: "grove",
  added: "2026-11-21T10:00:00.000Z",
  compiled: '{"tools":["\u{1f333}"]}',
};
