import type { AuthMethod } from "../../ports/apps.ts";

/** A connection as whoever sends a request needs it: what was entered, and the secrets, opened. Never logged, never kept. */
export interface DecryptedConnection {
  /** `conn_…` */
  readonly id: string;
  readonly method: AuthMethod;
  /** What was entered that is no secret, by the fields' names: what the app's base address needs, among others. */
  readonly fields: Readonly<Record<string, string>>;
  /** By name: of OAuth and bearer `access_token`; else by the method's fields (`key`; `username` and `password`; `access_key_id`, `secret_access_key`, `session_token`). */
  readonly secrets: Readonly<Record<string, string>>;
  /** The scopes that were granted, where that is known. */
  readonly scopes?: readonly string[] | undefined;
}
