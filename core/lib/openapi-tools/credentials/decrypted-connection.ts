import type { AuthMethod } from "../app.ts";

/** A connection with its decrypted secrets, as needed to send a request. Don't log or store it. */
export interface DecryptedConnection {
  /** `conn_…` */
  readonly id: string;
  readonly method: AuthMethod;
  /** The entered values that aren't secret, by field name, for example the app's host name. */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * The secrets by name. OAuth and bearer methods have `access_token`. Other methods have their
   * fields: `key`; `username` and `password`; `access_key_id`, `secret_access_key` and
   * `session_token`.
   */
  readonly secrets: Readonly<Record<string, string>>;
  /** The granted scopes, or `undefined` if they are unknown. */
  readonly scopes?: readonly string[] | undefined;
}
