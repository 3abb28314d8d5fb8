import type { AuditEntry } from "./audit-log.ts";
import type { ApiKey } from "./key-store.ts";

/** An MCP client that registered itself. Times are in milliseconds since 1970. */
export interface RegisteredClient {
  /** `mcp_…` */
  readonly id: string;
  /** The name that the client chose. */
  readonly name?: string | undefined;
  readonly redirectUris: readonly string[];
  readonly created: number;
}

/** An authorization code, which a client exchanges for tokens once. */
export interface GrantCode {
  /** The SHA-256 digest of the code, in hexadecimal. */
  readonly digest: string;
  readonly client: string;
  readonly redirectUri: string;
  /** The S256 challenge of the client's code verifier. */
  readonly challenge: string;
  /** The API key that the exchange creates, and the audit entry about it. */
  readonly key: ApiKey;
  readonly entry: AuditEntry;
  readonly expires: number;
}

/** A token of a grant. */
export interface GrantToken {
  /** The SHA-256 digest of the token, in hexadecimal. */
  readonly digest: string;
  readonly kind: "access" | "refresh";
  /** The ID of the API key that is the grant. */
  readonly key: string;
  readonly expires: number;
}

/** A stored token with its grant. */
export interface FoundToken {
  readonly key: ApiKey;
  readonly expires: number;
  /** When a refresh token was exchanged first. */
  readonly spent?: number | undefined;
}

/**
 * Stores MCP clients, authorization codes and tokens. A grant is an API key of the `KeyStore` in the
 * same database, and ends when that is revoked. Each method is atomic, also across processes.
 * Methods reject with any error if the storage fails.
 */
export interface GrantStore {
  addClient(client: RegisteredClient): Promise<void>;
  findClient(id: string): Promise<RegisteredClient | undefined>;

  addCode(code: GrantCode): Promise<void>;
  /** Returns a code, also if it is spent or has expired. */
  findCode(digest: string): Promise<(GrantCode & { readonly isSpent: boolean }) | undefined>;
  /**
   * Spends a code, and adds its API key, its audit entry and the tokens. Returns false, and adds
   * nothing, if the code is spent or has expired, or if its person is no longer a member.
   */
  redeemCode(digest: string, now: number, tokens: readonly GrantToken[]): Promise<boolean>;

  /** Returns a token with its grant, also if either has ended. */
  findToken(digest: string, kind: GrantToken["kind"]): Promise<FoundToken | undefined>;
  /**
   * Spends a refresh token, adds its successors, and returns `successor`, which is the encrypted
   * response to the client. Until `graceMs` after that, the token gives the same response again and
   * nothing changes. The token is stored until `keepMs`, so that later uses are noticed. Returns
   * undefined, without a change, if it can't be used or its grant is revoked.
   */
  rotateToken(
    digest: string,
    options: { readonly now: number; readonly graceMs: number; readonly keepMs: number },
    next: { readonly tokens: readonly GrantToken[]; readonly successor: string },
  ): Promise<string | undefined>;
  deleteToken(digest: string): Promise<void>;

  /**
   * Deletes expired codes and tokens, tokens of revoked grants, and clients without a grant that
   * registered before `oldestUnusedClient`: at most a few thousand of each. Forgets the responses of
   * tokens that were spent `graceMs` ago.
   */
  deleteExpired(
    now: number,
    options: { readonly graceMs: number; readonly oldestUnusedClient: number },
  ): Promise<void>;
}
