import type { AccountStores } from "../../../adapters/storage/open.ts";
import type { AuditEntry } from "../../../core/ports/stores/audit-log.ts";
import { DEFAULT_ACCOUNT } from "../../../core/ports/stores/key-store.ts";
import type { Member, Passkey, Person, Ticket } from "../../../core/ports/stores/people-store.ts";
import type { Session } from "../../../core/ports/stores/session-store.ts";
import type { StoreFixture } from "../databases.ts";
import { createCheck } from "../port-check.ts";

export type AccountStoresFixture = StoreFixture<AccountStores>;

export const check = createCheck<AccountStoresFixture>;

export const NOW = Date.parse("2026-11-22T10:00:00.000Z");

export const ada: Person = {
  id: "per_ada",
  name: "Ada \u{1f3a7} ' \"",
  created: "2026-11-22T10:00:00.000Z",
};

export const ben: Person = {
  id: "per_ben",
  name: "Ben",
  email: "ben@example.com",
  password: "scrypt$…",
  created: "2026-11-22T11:00:00.000Z",
};

export const membership = (person: Person, role: Member["role"] = "owner"): Member => ({
  account: DEFAULT_ACCOUNT,
  person: person.id,
  role,
  since: "2026-11-22T10:00:00.000Z",
});

let entries = 0;

/** Creates an entry with an ID of its own. */
export const createEntry = (action: string, account = DEFAULT_ACCOUNT): AuditEntry => ({
  id: `aud_${(NOW + entries++).toString(16).padStart(12, "0")}${"0".repeat(20)}`,
  account,
  at: "2026-11-22T10:00:00.000Z",
  actor: { kind: "person", id: "per_ada", name: "Ada" },
  action,
});

export const ticket: Ticket = {
  digest: "d1",
  kind: "setup",
  account: DEFAULT_ACCOUNT,
  expires: NOW + 1000,
};

export const passkey: Passkey = {
  id: "credential",
  person: ada.id,
  rpId: "localhost",
  publicKey: "pQECAyYgASFYIA",
  counter: 0,
  transports: ["internal", "hybrid"],
  isBackedUp: true,
  name: "iCloud Keychain",
  created: "2026-11-22T10:00:00.000Z",
};

export const session: Session = {
  id: "ses_1",
  digest: "s1",
  account: DEFAULT_ACCOUNT,
  person: ada.id,
  created: NOW,
  seen: NOW,
  proved: NOW,
  expires: NOW + 86_400_000,
  method: "passkey",
  browser: "Firefox on Linux",
  network: "192.0.2.0/24",
};

/** Makes Ada and Ben owners. */
export async function addOwners({ peopleStore }: AccountStores): Promise<void> {
  await peopleStore.addMember(ada, membership(ada), createEntry("member.added"));
  await peopleStore.addMember(ben, membership(ben), createEntry("member.added"));
}

/** Returns the actions in the audit log, oldest first. */
export const readActions = async ({ auditLog }: AccountStores): Promise<string[]> =>
  (await auditLog.list(DEFAULT_ACCOUNT, { limit: 100 })).map(({ action }) => action).reverse();
