/** How a connection is. */
export type ConnectionStatus = "pending" | "active" | "expired" | "disabled" | "failed" | "revoked";

/** Why it is so. */
export interface StatusReason {
  readonly code: string;
  readonly message: string;
  /** RFC 3339, UTC. */
  readonly at: string;
}

/** The authorization server that a connection was made with, where no catalog names it: a remote MCP server's. */
export interface DiscoveredServer {
  readonly issuer: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly revocationUrl?: string | undefined;
  readonly registrationUrl?: string | undefined;
  /** What the tokens are for (RFC 8707). */
  readonly resource: string;
  /** Whether it says in its answers who it is (RFC 9207). */
  readonly saysIssuer: boolean;
  readonly scopes?: readonly string[] | undefined;
  /** How clients may prove themselves at the token endpoint. */
  readonly clientAuth?: readonly string[] | undefined;
}

/** A sign-in at an app; all that is kept of it but its secrets. */
export interface Connection {
  /** `conn_…` */
  readonly id: string;
  readonly account: string;
  /** The end user of the account that it belongs to; none: the account itself. */
  readonly user?: string | undefined;
  readonly app: string;
  /** The app's method; none until the person has chosen one. */
  readonly method?: string | undefined;
  readonly label: string;
  readonly status: ConnectionStatus;
  readonly reason?: StatusReason | undefined;
  /** Who signed in at the app. */
  readonly who?:
    | {
        readonly id?: string | undefined;
        readonly name?: string | undefined;
        readonly email?: string | undefined;
      }
    | undefined;
  /** The scopes that were asked for, where others than the usual ones were. */
  readonly asked?: readonly string[] | undefined;
  /** The scopes that were granted, where that is known. */
  readonly scopes?: readonly string[] | undefined;
  /** What was entered that is no secret. */
  readonly fields: Readonly<Record<string, string>>;
  readonly server?: DiscoveredServer | undefined;
  /** RFC 3339, UTC, as are the others. */
  readonly created: string;
  readonly updated: string;
  readonly expires?: string | undefined;
  readonly refreshed?: string | undefined;
  /** How often renewing has failed since it last succeeded. */
  readonly failures?: number | undefined;
  /** When something is to be done about it (renewing; giving up a link that nobody opened), in milliseconds since 1970. */
  readonly due?: number | undefined;
  /** One more with each change. */
  readonly version: number;
}

/** A connection with what stands beside it. */
export interface StoredConnection {
  readonly connection: Connection;
  /** Its secrets, sealed. */
  readonly sealed?: string | undefined;
  readonly isDefault: boolean;
  /** RFC 3339, UTC. */
  readonly lastUsed?: string | undefined;
}

/** A sign-in at an app that has begun and is not over. */
export interface SignIn {
  /** Digest of the state that the app sends back. */
  readonly state: string;
  readonly connection: string;
  /** Digest of the link that it began with. */
  readonly link: string;
  /** Digest of what the browser's cookie holds. */
  readonly browser: string;
  /** What finishing it needs (the code verifier, what was entered), sealed. */
  readonly sealed: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** A link that was begun with. */
export interface StartedLink {
  /** Digest of the link. */
  readonly link: string;
  /** Digest of the cookie of the browser that began. */
  readonly browser: string;
  readonly connection: string;
  /** Whether it has led to its end: it leads nowhere any more. */
  readonly isSpent: boolean;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/**
 * What is kept of connections; it outlives the process. Correct with any number of callers at once, from several processes
 * too: each method happens wholly or not at all. Rejects with any error where it can't be reached.
 */
export interface ConnectionStore {
  /** Keeps a new connection, of version 1; rejects if there is one of its id. */
  add(connection: Connection): Promise<void>;
  find(id: string): Promise<StoredConnection | undefined>;
  /** An account's connections that were not revoked, the newest first: of one end user, of the account itself (null), or of all. */
  list(
    account: string,
    options: { readonly user?: string | null | undefined; readonly app?: string | undefined },
  ): Promise<readonly StoredConnection[]>;
  /**
   * Keeps a change, if the version kept is the one before; says whether it did. `sealed` takes the place of the secrets in the
   * same moment, or wipes them with null; left out, they stay.
   */
  save(
    connection: Connection,
    options?: { readonly sealed?: string | null | undefined },
  ): Promise<boolean>;
  /** Makes it the default among its owner's to the same app. */
  makeDefault(id: string): Promise<void>;
  /** Remembers when it was used last. */
  recordUse(id: string, at: string): Promise<void>;

  /** Takes the right to change its secrets, until a time, if nobody has it; gives what is kept at that moment. */
  lease(
    id: string,
    options: { readonly holder: string; readonly now: number; readonly until: number },
  ): Promise<StoredConnection | undefined>;
  /** Gives the right back, if it is the holder's. */
  release(id: string, holder: string): Promise<void>;
  /** The ids of connections with something to be done by now that nobody has leased, the longest overdue first. */
  listDue(now: number, limit: number): Promise<readonly string[]>;

  /** Remembers which browser a link was begun in, if it was not begun before; gives what is kept. */
  startLink(link: StartedLink): Promise<StartedLink>;
  findLink(link: string): Promise<StartedLink | undefined>;
  /** Spends a link, if it was not spent before; says whether it was this call that did. */
  consumeLink(link: string): Promise<boolean>;
  addSignIn(signIn: SignIn): Promise<void>;
  /** Takes a sign-in away and gives it, once. */
  consumeSignIn(state: string): Promise<SignIn | undefined>;

  /** Every key that secrets are sealed with, wrapped, by account. */
  listDataKeys(): Promise<ReadonlyMap<string, string>>;
  /** Keeps an account's wrapped key if it has none; gives the one that is kept. */
  addDataKey(account: string, wrapped: string): Promise<string>;
  /** Puts another wrapping in place of one; says whether that was the one kept. */
  rewrapDataKey(account: string, from: string, to: string): Promise<boolean>;

  /** The client that was registered by itself at an authorization server, sealed. */
  findRegistration(issuer: string): Promise<string | undefined>;
  /** Keeps a registration, if there is none; gives the one that is kept. */
  addRegistration(issuer: string, sealed: string): Promise<string>;
  /** Forgets a registration, if it is still this one. */
  deleteRegistration(issuer: string, sealed: string): Promise<void>;

  /** The OAuth client that the service's operator has given for an app, sealed. */
  findClient(app: string): Promise<string | undefined>;
  /** Keeps one in place of an earlier one; none: forgets it. */
  saveClient(app: string, sealed: string | undefined): Promise<void>;
  /** The apps that there are clients for, sorted. */
  listClients(): Promise<readonly string[]>;

  /** Forgets links and sign-ins whose time is over, and connections that failed or were revoked before a time (RFC 3339); at most some thousands each time. */
  deleteExpired(now: number, before: string): Promise<void>;
  close(): Promise<void>;
}
