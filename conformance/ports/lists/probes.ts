import type { openPlatformStores } from "../../../adapters/storage/open.ts";

export type Stores = Awaited<ReturnType<typeof openPlatformStores>>;
/** SQL expressions by column. They may name `n`, the number of a row. */
export type Columns = Readonly<Record<string, string>>;

/** A store method that lists or counts rows. */
export interface ListProbe {
  readonly table: string;
  /** What makes the rows unique. */
  readonly unique: Columns;
  /** A row that the list must leave out. Absent: the list has the rows of all accounts. */
  readonly foreign?: Columns;
  /** Why the list has the rows of all accounts. */
  readonly reason?: string;
  /** Rows of another table that belong to the rows. */
  readonly joined?: { readonly table: string; readonly unique: Columns } | undefined;
  /** The most rows that it returns. */
  readonly limit: number;
  /** Returns the number of rows. */
  read(stores: Stores): Promise<number>;
}

/** The account and the end user whose rows are listed. */
export const ACCOUNT = "acc_1";
export const USER = "user_1";
export const PERSON = "per_1";
/** The limit that a caller requests. */
const PAGE = 20;
/** The limit of lists without pages. */
const ALL = 10_000;

const OTHER_ACCOUNT = { account: "'acc_2'" };
const OTHER_USER = { owner: "'user_2'" };
const OTHER_PERSON = { person: "'per_2'" };
const own = { account: ACCOUNT, user: USER };
const ownPage = { ...own, limit: PAGE };
const limitedPage = { ...ownPage, apps: ["notes"] };

const id = (prefix: string): Columns => ({ id: `'${prefix}_' || n` });
const KEYS = { table: "api_keys", unique: { ...id("key"), fingerprint: "'digest' || n" } };
const CONNECTIONS = { table: "connections", unique: id("conn") };
const RUNS = { table: "runs", unique: { ...id("run"), claim: "null" } };
const TRIGGERS = { table: "triggers", unique: { ...id("trg"), address: "null", claim: "null" } };
const EVENTS = { table: "events", unique: { ...id("evt"), dedupe: "'key' || n" } };
const OPERATOR = {
  table: "oauth_clients",
  unique: { app: "'app' || n" },
  reason: "OAuth clients belong to the operator",
  limit: ALL,
};

/** Every store method that lists or counts. */
export const LISTS: Readonly<Record<string, ListProbe>> = {
  "keyStore.listKeys": {
    ...KEYS,
    foreign: OTHER_ACCOUNT,
    limit: ALL,
    read: async ({ keyStore }) => (await keyStore.listKeys(ACCOUNT)).length,
  },
  "keyStore.findKeys": {
    ...KEYS,
    foreign: OTHER_ACCOUNT,
    limit: 3,
    read: async ({ keyStore }) =>
      (await keyStore.findKeys(ACCOUNT, ["key_1", "key_2", "key_3"])).length,
  },
  "keyStore.listApps": {
    table: "added_apps",
    unique: { slug: "'app' || n" },
    foreign: OTHER_ACCOUNT,
    limit: ALL,
    read: async ({ keyStore }) => (await keyStore.listApps(ACCOUNT)).length,
  },
  "keyStore.countConnections": {
    table: "connections",
    unique: { ...id("conn"), app: "'app' || n" },
    foreign: OTHER_USER,
    limit: ALL,
    read: async ({ keyStore }) => (await keyStore.countConnections(ACCOUNT, USER)).size,
  },
  "connectionStore.list": {
    ...CONNECTIONS,
    foreign: OTHER_USER,
    limit: ALL,
    read: async ({ connectionStore }) =>
      (await connectionStore.list(ACCOUNT, { user: USER })).length,
  },
  "connectionStore.countByStatus": {
    table: "connections",
    unique: { ...id("conn"), status: "'status' || n" },
    reason: "The metrics of the deployment",
    limit: 100,
    read: async ({ connectionStore }) => (await connectionStore.countByStatus()).size,
  },
  "connectionStore.listDataKeys": {
    table: "data_keys",
    unique: { account: "'acc_' || n" },
    reason: "The vault opens and rewraps all of them",
    limit: ALL,
    read: async ({ connectionStore }) => (await connectionStore.listDataKeys()).size,
  },
  "connectionStore.listClients": {
    ...OPERATOR,
    read: async ({ connectionStore }) => (await connectionStore.listClients()).length,
  },
  "connectionStore.listClientFailures": {
    ...OPERATOR,
    read: async ({ connectionStore }) => (await connectionStore.listClientFailures()).size,
  },
  "connectionStore.listToolLists": {
    table: "tool_lists",
    unique: { connection: "'conn_' || n" },
    joined: CONNECTIONS,
    foreign: OTHER_USER,
    limit: ALL,
    read: async ({ connectionStore }) =>
      (await connectionStore.listToolLists(ACCOUNT, { user: USER })).length,
  },
  "runStore.list": {
    ...RUNS,
    foreign: OTHER_USER,
    limit: PAGE,
    read: async ({ runStore }) => (await runStore.list(limitedPage)).length,
  },
  "runStore.listActivity": {
    ...RUNS,
    foreign: OTHER_USER,
    limit: PAGE,
    read: async ({ runStore }) => (await runStore.listActivity(ownPage)).runs.length,
  },
  "runStore.countActivity": {
    ...RUNS,
    foreign: OTHER_USER,
    limit: 50_000,
    read: async ({ runStore }) => {
      const { counts } = await runStore.countActivity({ ...own, from: 0, step: 1e12 });
      return counts.reduce((sum, { runs }) => sum + runs, 0);
    },
  },
  "runStore.listChanges": {
    ...RUNS,
    foreign: OTHER_ACCOUNT,
    limit: PAGE,
    read: async ({ runStore }) =>
      (await runStore.listChanges({ account: ACCOUNT, after: 0, limit: PAGE })).length,
  },
  "runStore.listAbandoned": {
    table: "runs",
    unique: { ...RUNS.unique, status: "'running'" },
    reason: "Background work ends runs whose process died",
    limit: 500,
    read: async ({ runStore }) => (await runStore.listAbandoned(Date.now())).length,
  },
  "triggerStore.list": {
    ...TRIGGERS,
    foreign: OTHER_USER,
    limit: PAGE,
    read: async ({ triggerStore }) => (await triggerStore.list(limitedPage)).length,
  },
  "triggerStore.listByRouting": {
    ...TRIGGERS,
    unique: { ...TRIGGERS.unique, connection: "'conn_' || n" },
    joined: CONNECTIONS,
    reason: "An app sends the events of all accounts to one address",
    limit: 1_000,
    read: async ({ triggerStore }) => (await triggerStore.listByRouting("notes", "r1")).length,
  },
  "eventStore.list": {
    ...EVENTS,
    foreign: OTHER_USER,
    limit: PAGE,
    read: async ({ eventStore }) => (await eventStore.list(limitedPage)).length,
  },
  "eventStore.listOldest": {
    ...EVENTS,
    foreign: OTHER_USER,
    limit: PAGE,
    read: async ({ eventStore }) => (await eventStore.listOldest(limitedPage)).length,
  },
  "eventStore.countActing": {
    ...EVENTS,
    foreign: OTHER_ACCOUNT,
    limit: PAGE,
    read: ({ eventStore }) => eventStore.countActing(ACCOUNT, PAGE),
  },
  "peopleStore.listMembers": {
    table: "members",
    unique: { person: "'per_' || n" },
    joined: { table: "people", unique: id("per") },
    foreign: OTHER_ACCOUNT,
    limit: ALL,
    read: async ({ peopleStore }) => (await peopleStore.listMembers(ACCOUNT)).length,
  },
  "peopleStore.listPasskeys": {
    table: "passkeys",
    unique: id("pk"),
    foreign: OTHER_PERSON,
    limit: ALL,
    read: async ({ peopleStore }) => (await peopleStore.listPasskeys(PERSON)).length,
  },
  "peopleStore.listIdentities": {
    table: "identities",
    unique: { subject: "'subject' || n" },
    foreign: OTHER_PERSON,
    limit: ALL,
    read: async ({ peopleStore }) => (await peopleStore.listIdentities(PERSON)).length,
  },
  "peopleStore.listTickets": {
    table: "tickets",
    unique: { digest: "'digest' || n" },
    foreign: OTHER_ACCOUNT,
    limit: ALL,
    read: async ({ peopleStore }) =>
      (await peopleStore.listTickets(ACCOUNT, "invitation", 0)).length,
  },
  "sessionStore.list": {
    table: "sessions",
    unique: { ...id("ses"), digest: "'digest' || n" },
    foreign: OTHER_PERSON,
    limit: ALL,
    read: async ({ sessionStore }) => (await sessionStore.list(ACCOUNT, PERSON)).length,
  },
  "userStore.listUsers": {
    table: "connections",
    unique: { ...id("conn"), owner: "'user' || n" },
    foreign: OTHER_ACCOUNT,
    limit: PAGE,
    read: async ({ userStore }) => (await userStore.listUsers(ACCOUNT, { limit: PAGE })).length,
  },
  "auditLog.list": {
    table: "audit",
    unique: id("aud"),
    foreign: OTHER_ACCOUNT,
    limit: PAGE,
    read: async ({ auditLog }) => (await auditLog.list(ACCOUNT, { limit: PAGE })).length,
  },
};

/**
 * All other methods: they read or change one row, by an ID or a digest, delete what belongs to one,
 * or delete what has expired, a few thousand rows at a time. `findRoles` reads as many rows as it
 * gets digests.
 */
export const OTHER_METHODS: Readonly<Record<string, string>> = {
  keyStore:
    "addKey changeKey replaceKey findKey revokeKey recordKeyUse saveApp findApp removeApp close",
  connectionStore:
    "add find save makeDefault takeDefault recordUse lease release addMissingJobs startLink findLink consumeLink countLinkTest claimLink completeLinkClaim releaseLinkClaim addSignIn consumeSignIn addDataKey rewrapDataKey findRegistration addRegistration deleteRegistration findClient saveClient recordClientFailure findWebhookSecrets saveWebhookSecrets findToolList readListedTools saveToolList deleteToolList deleteExpired close",
  triggerStore:
    "add find findByAddress findByClaim findCursor count save saveSubscribers remove addMissingJobs",
  eventStore: "accept find findLast save cancelAll remove deleteExpired",
  runStore: "flush begin finish findClaimed find findResult findInAccount remove deleteExpired",
  grantStore:
    "addClient findClient addCode findCode redeemCode findToken rotateToken deleteToken deleteExpired",
  peopleStore:
    "findAccount updateAccount planDeletion cancelDeletion deleteIfPlanned claimAccount addMember findPerson findMember changeRole removeMember renamePerson setPassword updateHash addPasskey findPasskey recordPasskeyUse removePasskey findIdentity linkIdentity addMemberWithIdentity removeIdentity addTicket findTicket spendTicket removeTickets removeTicket deleteExpiredTickets acceptInvitation",
  sessionStore: "add replace find findRoles recordUse end deleteExpired",
  userStore: "findUser deleteUser",
  auditLog: "append deleteOld",
  jobQueue: "claim extend complete retryAt discard stats markBusy",
};
