/**
 * Something that a connection belongs to at its app, such as an organization, a site or a workspace.
 * The app names it after the sign-in, so users don't enter it and callers don't pass it.
 */
export interface AppContext {
  /** Unique for each authentication method: `organization`. */
  readonly name: string;
  /** The name for people: `Organization`. */
  readonly label: string;
  /** The IDs of the authentication methods that have it. Default: all. */
  readonly methods?: readonly string[] | undefined;
  /**
   * Where it comes from: the token response (`token`), the query of the OAuth callback (`callback`),
   * the entered credentials (`credentials`), or the response to a GET request: a path of the app, or
   * a URL.
   */
  readonly from: string;
  /** A JSON Pointer to a list in the response, if its root isn't the list. */
  readonly list?: string | undefined;
  /** The condition for items of the list. Others are left out. */
  readonly where?: ContextCondition | undefined;
  /** The condition for the default, if it isn't the first item. */
  readonly first?: ContextCondition | undefined;
  /** The values by name. The first one identifies the item. */
  readonly values: Readonly<Record<string, ContextValue>>;
  /** A JSON Pointer to the name of an item, for people. */
  readonly text?: string | undefined;
}

/** Whether the value at a JSON Pointer is this one. */
export interface ContextCondition {
  readonly at: string;
  readonly is: string | number | boolean;
}

/** A JSON Pointer, or the part of the text at a JSON Pointer. */
export type ContextValue =
  | string
  | {
      readonly at: string;
      /** The value is what follows the last occurrence of this text. */
      readonly after?: string | undefined;
      /** The value is what precedes the first occurrence of this text. */
      readonly before?: string | undefined;
      /** A text with `{value}` in it. */
      readonly template?: string | undefined;
    };
