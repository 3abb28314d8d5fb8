import type { AuditLog } from "../../ports/stores/audit-log.ts";
import type { GrantStore } from "../../ports/stores/grant-store.ts";
import { DEFAULT_ACCOUNT } from "../../ports/stores/key-store.ts";
import type { PeopleStore, Role } from "../../ports/stores/people-store.ts";
import type { SessionStore } from "../../ports/stores/session-store.ts";
import { createAuditEntry } from "../auth/audit-entry.ts";
import { GRACE_MILLISECONDS } from "./mcp-clients/token-endpoint.ts";
import { readRetention, toMilliseconds } from "./retention.ts";
import { type CreatedLink, createLink, invitationId } from "./sign-in/link-codes.ts";

const DAY = 86_400_000;
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

/** Returns for how many days the account stores its runs. */
export const readRunDays = async (store: Pick<PeopleStore, "findAccount">): Promise<number> =>
  readRetention(await store.findAccount(DEFAULT_ACCOUNT)).runDays;

/** Creates a link to set up the account. Earlier ones no longer work if `replacesEarlier` is set. */
export async function createSetupLink(
  peopleStore: Pick<PeopleStore, "addTicket" | "removeTickets">,
  { replacesEarlier, ...options }: LinkOptions & { readonly replacesEarlier: boolean },
): Promise<CreatedLink> {
  if (replacesEarlier) await peopleStore.removeTickets(DEFAULT_ACCOUNT, "setup");
  return createLink(
    peopleStore,
    { kind: "setup", account: DEFAULT_ACCOUNT },
    { ...options, origin: toPageOrigin(options.origin) },
  );
}

/** Creates a link that signs in a member once. It changes nothing else. */
export const createSignInLink = (
  peopleStore: Pick<PeopleStore, "addTicket">,
  person: string,
  options: LinkOptions,
): Promise<CreatedLink> =>
  createLink(
    peopleStore,
    { kind: "sign_in", account: DEFAULT_ACCOUNT, person },
    { ...options, origin: toPageOrigin(options.origin) },
    () =>
      createAuditEntry(options.now, {
        account: DEFAULT_ACCOUNT,
        actor: { kind: "terminal" },
        action: "sign_in_link.created",
        subject: person,
      }),
  );

/** Creates a link that makes a person a member of the account. */
export const createInvitation = (
  peopleStore: Pick<PeopleStore, "addTicket">,
  role: Role,
  options: LinkOptions,
): Promise<CreatedLink> =>
  createLink(
    peopleStore,
    { kind: "invitation", account: DEFAULT_ACCOUNT, data: role },
    { ...options, origin: toPageOrigin(options.origin) },
    (ticket) =>
      createAuditEntry(options.now, {
        account: DEFAULT_ACCOUNT,
        actor: { kind: "terminal" },
        action: "invitation.created",
        subject: invitationId(ticket),
        details: { role },
      }),
  );

/**
 * Deletes an account whose time has come, expired sessions, tickets and grants, unused clients, and old
 * audit entries. `endSubscriptions` is called before an account is deleted.
 */
export async function cleanUpAccount(
  {
    peopleStore,
    sessionStore,
    auditLog,
    grantStore,
  }: {
    readonly grantStore: Pick<GrantStore, "deleteExpired">;
    readonly peopleStore: Pick<
      PeopleStore,
      "deleteExpiredTickets" | "deleteIfPlanned" | "findAccount"
    >;
    readonly sessionStore: Pick<SessionStore, "deleteExpired">;
    readonly auditLog: Pick<AuditLog, "deleteOld">;
  },
  now: number,
  endSubscriptions: (account: string) => Promise<void> = async () => {},
): Promise<void> {
  const account = await peopleStore.findAccount(DEFAULT_ACCOUNT);
  if (account?.deletes !== undefined && Date.parse(account.deletes) <= now) {
    // Afterwards, nobody has the credentials for it.
    await endSubscriptions(DEFAULT_ACCOUNT);
    await peopleStore.deleteIfPlanned(DEFAULT_ACCOUNT, new Date(now).toISOString());
  }
  await peopleStore.deleteExpiredTickets(now);
  await sessionStore.deleteExpired(now);
  const { auditDays } = readRetention(account);
  await auditLog.deleteOld(now - toMilliseconds(auditDays));
  await grantStore.deleteExpired(now, {
    graceMs: GRACE_MILLISECONDS,
    oldestUnusedClient: now - UNUSED_CLIENT_MILLISECONDS,
  });
}

/** Browsers create passkeys for `localhost`, but not for an IP address. */
export const toPageOrigin = (origin: string): string =>
  origin.replace(/^http:\/\/(127\.0\.0\.1|\[::1\])(?=:|$)/, "http://localhost");
