import type { AuditLog } from "../../ports/audit-log.ts";
import type { GrantStore } from "../../ports/grant-store.ts";
import { DEFAULT_ACCOUNT } from "../../ports/key-store.ts";
import type { PeopleStore } from "../../ports/people-store.ts";
import type { SessionStore } from "../../ports/session-store.ts";
import { createAuditEntry } from "./audit-entry.ts";
import { createLink } from "./sign-in/link-codes.ts";

const DAY = 86_400_000;
const AUDIT_MILLISECONDS = 400 * DAY;
/** How long a registered MCP client is stored without a grant. */
const UNUSED_CLIENT_MILLISECONDS = DAY;

interface LinkOptions {
  /** The origin of the platform. */
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Returns whether someone has set up the account. */
export const isClaimed = async (store: Pick<PeopleStore, "findAccount">): Promise<boolean> =>
  (await store.findAccount(DEFAULT_ACCOUNT))?.claimed !== undefined;

/** Creates a link to set up the account. Earlier ones no longer work if `replacesEarlier` is set. */
export async function createSetupLink(
  peopleStore: Pick<PeopleStore, "addTicket" | "removeTickets">,
  { replacesEarlier, ...options }: LinkOptions & { readonly replacesEarlier: boolean },
): Promise<{ readonly url: string; readonly expires: number }> {
  if (replacesEarlier) await peopleStore.removeTickets(DEFAULT_ACCOUNT, "setup");
  return createLink(
    peopleStore,
    { kind: "setup", account: DEFAULT_ACCOUNT },
    { ...options, origin: toPageOrigin(options.origin) },
  );
}

/** Creates a link that signs in a member once. It changes nothing else. */
export async function createSignInLink(
  { peopleStore, auditLog }: { readonly peopleStore: PeopleStore; readonly auditLog: AuditLog },
  person: string,
  options: LinkOptions,
): Promise<{ readonly url: string; readonly expires: number }> {
  const link = await createLink(
    peopleStore,
    { kind: "sign_in", account: DEFAULT_ACCOUNT, person },
    { ...options, origin: toPageOrigin(options.origin) },
  );
  await auditLog.append(
    createAuditEntry(options.now, {
      account: DEFAULT_ACCOUNT,
      actor: { kind: "terminal" },
      action: "sign_in_link.created",
      subject: person,
    }),
  );
  return link;
}

/** Deletes expired sessions, tickets and grants, unused clients, and old audit entries. */
export async function cleanUpAccount(
  {
    peopleStore,
    sessionStore,
    auditLog,
    grantStore,
  }: {
    readonly grantStore: Pick<GrantStore, "deleteExpired">;
    readonly peopleStore: Pick<PeopleStore, "deleteExpiredTickets">;
    readonly sessionStore: Pick<SessionStore, "deleteExpired">;
    readonly auditLog: Pick<AuditLog, "deleteOld">;
  },
  now: number,
): Promise<void> {
  await peopleStore.deleteExpiredTickets(now);
  await sessionStore.deleteExpired(now);
  await auditLog.deleteOld(now - AUDIT_MILLISECONDS);
  await grantStore.deleteExpired(now, now - UNUSED_CLIENT_MILLISECONDS);
}

/** Browsers create passkeys for `localhost`, but not for an IP address. */
export const toPageOrigin = (origin: string): string =>
  origin.replace(/^http:\/\/(127\.0\.0\.1|\[::1\])(?=:|$)/, "http://localhost");
