import type { ApiKey, CustomApp } from "../../../core/ports/key-store.ts";
import type { KeyStoreFixture } from "../key-store.ts";
import { createCheck } from "../port-check.ts";

export const check = createCheck<KeyStoreFixture>;

/** An API key without optional fields. */
export const minimalKey: ApiKey = {
  id: "key_1",
  account: "acc_1",
  name: "laptop",
  prefix: "jf_live_abcd",
  fingerprint: "f1",
  permissions: ["read"],
  created: "2026-11-21T10:00:00.000Z",
};

/** An API key with the optional fields that a new key can have, and a name that needs escaping. */
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

export const customApp: CustomApp = {
  account: "acc_1",
  slug: "grove",
  added: "2026-11-21T10:00:00.000Z",
  compiled: '{"tools":["\u{1f333}"]}',
};
