import type { AuditEntry } from "./audit-log.ts";

/** The owner of API keys, connections and runs. */
export interface Account {
  /** `acc_…` */
  readonly id: string;
  /** Empty until someone names it. */
  readonly name: string;
  /** When its first owner set it up. RFC 3339, UTC, like the other times. */
  readonly claimed?: string | undefined;
  /** For how many days runs are stored. Absent: the default. */
  readonly runDays?: number | undefined;
  /** For how many days audit entries are stored. Absent: the default. */
  readonly auditDays?: number | undefined;
  /** When everything of the account is deleted. Absent unless an owner has requested it. */
  readonly deletes?: string | undefined;
}

/** The fields of an account that its owners change. */
export type AccountChange = Partial<Pick<Account, "name" | "runDays" | "auditDays">>;

/** A person who signs in. */
export interface Person {
  /** `per_…` */
  readonly id: string;
  readonly name: string;
  /** Shown only. It never identifies a person. */
  readonly email?: string | undefined;
  /** The hash of the password with its parameters. Absent: no password. */
  readonly password?: string | undefined;
  readonly created: string;
}

/** Owners also manage members, sign-in methods and OAuth clients. */
export type Role = "owner" | "member";

/** A person in an account. */
export interface Member {
  readonly account: string;
  readonly person: string;
  readonly role: Role;
  readonly since: string;
}

/** A WebAuthn credential of a person. */
export interface Passkey {
  /** The credential ID in base64url. */
  readonly id: string;
  readonly person: string;
  /** The host that the passkey works on. */
  readonly rpId: string;
  /** In base64url, as CBOR. */
  readonly publicKey: string;
  /** The authenticator's signature counter. 0 if it has none. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly isBackedUp: boolean;
  readonly name: string;
  readonly created: string;
  readonly lastUsed?: string | undefined;
}

/** A person's identity at an OpenID Connect provider. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly person: string;
  readonly linked: string;
}

/** A secret that can be used once, or the one of a device. */
export interface Ticket {
  /** The SHA-256 digest of the secret, in hexadecimal. */
  readonly digest: string;
  /**
   * `setup`, `sign_in` and `invitation` are links; `challenge` and `provider` are steps of a sign-in.
   * `device` is a browser in which the person has signed in, and isn't spent.
   */
  readonly kind: "setup" | "sign_in" | "invitation" | "challenge" | "provider" | "device";
  readonly account: string;
  /** The person whom it signs in, or whose passkey it adds. */
  readonly person?: string | undefined;
  /** The owner who created a link. It works only while this person is an owner of the account. */
  readonly creator?: string | undefined;
  /** In milliseconds since 1970. */
  readonly expires: number;
  /** What a step of a sign-in has to remember. It contains no secrets in clear. */
  readonly data?: string | undefined;
}

/**
 * Stores accounts, people, members, their sign-in methods and tickets. Each method is atomic, also
 * across processes. Methods reject with any error if the storage fails. Methods with an audit entry
 * store it in the same transaction, and only if they change something.
 */
export interface PeopleStore {
  findAccount(id: string): Promise<Account | undefined>;
  /** Changes fields of an account. The others stay. */
  updateAccount(id: string, change: AccountChange, entry: AuditEntry): Promise<void>;
  /** Plans the deletion of an account for a time, and revokes its API keys at `revoked`. */
  planDeletion(
    id: string,
    times: { readonly deletes: string; readonly revoked: string },
    entry: AuditEntry,
  ): Promise<void>;
  /** Cancels the deletion of an account. Returns whether one was planned. */
  cancelDeletion(id: string, entry: AuditEntry): Promise<boolean>;
  /**
   * Deletes everything of an account whose planned time has come, so that somebody can set it up
   * again. Returns whether it did.
   */
  deleteIfPlanned(id: string, now: string): Promise<boolean>;

  /**
   * Makes a person the first owner of an account and spends the setup ticket. Returns false, without
   * a change, if the ticket can't be spent or the account already has been claimed.
   */
  claimAccount(
    claim: { readonly digest: string; readonly person: Person; readonly member: Member },
    entry: AuditEntry,
  ): Promise<boolean>;

  /** Adds a person as a member. Rejects if the person exists. */
  addMember(person: Person, member: Member, entry: AuditEntry): Promise<void>;
  findPerson(id: string): Promise<Person | undefined>;
  /** Returns the members of an account with their people, in order of joining. */
  listMembers(account: string): Promise<readonly (Member & { readonly name: string })[]>;
  findMember(account: string, person: string): Promise<Member | undefined>;
  /** Returns false, without a change, for the last owner or a person who isn't a member. */
  changeRole(account: string, person: string, role: Role, entry: AuditEntry): Promise<boolean>;
  /**
   * Removes a member with their sessions and tickets. `revokeKeys` is the time at which the API keys
   * that the person created are revoked. Without it they keep working. Returns false, without a
   * change, for the last owner or a person who isn't a member.
   */
  removeMember(
    account: string,
    person: string,
    entry: AuditEntry,
    options?: { readonly revokeKeys?: string | undefined },
  ): Promise<boolean>;
  /**
   * Renames a member. Returns false, without a change, if the name is taken: it looks like that of
   * another owner (`toLookalikeKey`), or both members have a password and sign in with the same name
   * (`toSignInName`).
   */
  renamePerson(account: string, person: string, name: string, entry: AuditEntry): Promise<boolean>;
  /**
   * Sets the hash of a member's password. Returns false, without a change, if the member's name is
   * taken.
   */
  setPassword(
    account: string,
    person: string,
    password: string,
    entry: AuditEntry,
  ): Promise<boolean>;
  /** Replaces the hash of a password by one with other parameters, if it hasn't changed. */
  updateHash(person: string, old: string, hash: string): Promise<void>;

  /** Returns false, without a change, if the credential exists. */
  addPasskey(passkey: Passkey, entry: AuditEntry): Promise<boolean>;
  findPasskey(id: string): Promise<Passkey | undefined>;
  listPasskeys(person: string): Promise<readonly Passkey[]>;
  /**
   * Stores a use. Returns false if the counter didn't increase since the last one, which means that
   * the passkey was copied. A counter that stays 0 is allowed.
   */
  recordPasskeyUse(
    id: string,
    use: { readonly counter: number; readonly at: string },
  ): Promise<boolean>;
  /** Removes a passkey of the person. Returns whether it existed. */
  removePasskey(person: string, id: string, entry: AuditEntry): Promise<boolean>;

  findIdentity(issuer: string, subject: string): Promise<Identity | undefined>;
  /** Returns the identities of a person, the first linked first. */
  listIdentities(person: string): Promise<readonly Identity[]>;
  /** Returns false, without a change, if the identity is linked already. */
  linkIdentity(identity: Identity, entry: AuditEntry): Promise<boolean>;
  /**
   * Adds a person as a member with their identity. Returns false, without a change, if the identity
   * is linked already.
   */
  addMemberWithIdentity(
    added: { readonly person: Person; readonly member: Member; readonly identity: Identity },
    entry: AuditEntry,
  ): Promise<boolean>;
  /** Removes an identity of the person. Returns whether it existed. */
  removeIdentity(
    identity: Pick<Identity, "person" | "issuer" | "subject">,
    entry: AuditEntry,
  ): Promise<boolean>;

  /** Adds a ticket, and the entry of a link that an owner or the operator created. */
  addTicket(ticket: Ticket, entry?: AuditEntry): Promise<void>;
  /** Returns a ticket that can be spent, without spending it. */
  findTicket(digest: string, kind: Ticket["kind"], now: number): Promise<Ticket | undefined>;
  /** Spends a ticket. Only the first caller receives it, and only before it expires. */
  spendTicket(digest: string, kind: Ticket["kind"], now: number): Promise<Ticket | undefined>;
  /** Deletes all unspent tickets of a kind, such as earlier setup links. */
  removeTickets(account: string, kind: Ticket["kind"]): Promise<void>;
  /** Returns the tickets of a kind that can be spent, in order of expiry. */
  listTickets(account: string, kind: Ticket["kind"], now: number): Promise<readonly Ticket[]>;
  /** Deletes an unspent ticket. Returns whether it existed. */
  removeTicket(
    ticket: Pick<Ticket, "account" | "digest" | "kind">,
    entry: AuditEntry,
  ): Promise<boolean>;
  /**
   * Spends an invitation and makes a person the member that it invites. Changes nothing if the
   * invitation can't be spent (`unusable`) or the person's name is taken (`name_taken`).
   */
  acceptInvitation(
    acceptance: { readonly digest: string; readonly person: Person; readonly member: Member },
    entry: AuditEntry,
  ): Promise<"accepted" | "unusable" | "name_taken">;
  /** Deletes at most a few thousand expired tickets. */
  deleteExpiredTickets(now: number): Promise<void>;
}
