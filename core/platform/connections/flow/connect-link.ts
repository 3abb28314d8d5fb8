/** The contents of a connect link. */
export interface ConnectLink {
  readonly account: string;
  readonly user?: string | undefined;
  readonly app: string;
  /**
   * The ID of the connection to create or reconnect. If `undefined`, the first form submission
   * creates one.
   */
  readonly connection?: string | undefined;
  /**
   * Whether the link is for the first sign-in of the connection. Of several such links, only the
   * first that a user completes works.
   */
  readonly isNew?: boolean | undefined;
  /** The ID of the required authentication method. `undefined` lets the user choose. */
  readonly method?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly returnUrl?: string | undefined;
  /** The ID of the API key that requested the link. Revoking the key disables the link. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/**
 * Creates and reads connect links. Nothing is stored until a user submits the form, and then only a
 * digest.
 */
export interface ConnectLinks {
  create(
    link: Omit<ConnectLink, "expires">,
  ): Promise<{ readonly url: string; readonly expires: number }>;
  /** Returns `undefined` for a token that Jackfield did not issue. Does not check the expiry. */
  read(token: string): Promise<ConnectLink | undefined>;
}
