import type { AuditEntry } from "./audit-log.ts";

/** The owner of API keys, connections and runs. */
export interface Account {
  /** `acc_…` */
  readonly id: string;
  /** Empty until someone names it. */
  readonly name: string;
  /** When its first owner set it up. RFC 3339, UTC, like the other times. */
  readonly claimed?: string | undefined;
}

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

/** A secret that can be used once. */
export interface Ticket {
  /** The SHA-256 digest of the secret, in hexadecimal. */
  readonly digest: string;
  /** `setup` and `sign_in` are links; `challenge` and `provider` are steps of a sign-in. */
  readonly kind: "setup" | "sign_in" | "challenge" | "provider";
  readonly account: string;
  /** The person whom it signs in, or whose passkey it adds. */
  readonly person?: string | undefined;
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
   * Removes a member with their sessions and tickets. Returns false, without a change, for the last
   * owner or a person who isn't a member.
   */
  removeMember(account: string, person: string, entry: AuditEntry): Promise<boolean>;
  /** Sets the hash of a password. `entry` is absent if only the parameters of the hash change. */
  setPassword(person: string, password: string, entry: AuditEntry | undefined): Promise<void>;

  /** Rejects if the credential exists. */
  addPasskey(passkey: Passkey, entry: AuditEntry): Promise<void>;
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
  /** Returns false, without a change, if the identity is linked already. */
  linkIdentity(identity: Identity, entry: AuditEntry): Promise<boolean>;

  addTicket(ticket: Ticket): Promise<void>;
  /** Returns a ticket that can be spent, without spending it. */
  findTicket(digest: string, kind: Ticket["kind"], now: number): Promise<Ticket | undefined>;
  /** Spends a ticket. Only the first caller receives it, and only before it expires. */
  spendTicket(digest: string, kind: Ticket["kind"], now: number): Promise<Ticket | undefined>;
  /** Deletes all unspent tickets of a kind, such as earlier setup links. */
  removeTickets(account: string, kind: Ticket["kind"]): Promise<void>;
  /** Deletes at most a few thousand expired tickets. */
  deleteExpiredTickets(now: number): Promise<void>;
}
