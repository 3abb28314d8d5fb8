/** A vendor's client, or a module of it. Its package isn't installed when types are checked. */
export type Client = any;

/** Loads a package of the vendor. */
export type LoadPackage = (name: string) => Client;

/** A tool, its arguments, and the call of the client that does the same. */
export type Line = readonly [
  tool: string,
  args: Readonly<Record<string, unknown>>,
  call: (client: Client, args: Client) => unknown,
];

/** The spellings that mean the same to one vendor's service, each with the reason. */
export interface Equivalents {
  /** Headers that aren't compared, with the reason. */
  readonly ignoredHeaders?: Readonly<Record<string, string>>;
  /** Parameters that only one side sends and that aren't compared, with the reason. */
  readonly ignoredParameters?: Readonly<Record<string, string>>;
  /** Why the service reads parameters alike from the query, a form, JSON and multipart parts. */
  readonly anyEncoding?: string;
  /** Why the service reads `a=1,2` like `a=1&a=2`. */
  readonly commaLists?: string;
  /** Why a path that ends in `.json` is the same without it. */
  readonly jsonPaths?: string;
}

/** How to call a vendor's client, and the tools of the app that are compared with it. */
export interface VendorClient extends Equivalents {
  /** The client's package first. `packages.json` has the versions. */
  readonly packages: readonly [string, ...string[]];
  readonly open: (load: LoadPackage) => Client;
  /** The ID of the app's method, if it isn't the first one of the tool. */
  readonly method?: string;
  /**
   * The values of the connection and its context by the names of their fields. `access_token` is
   * `token` by default.
   */
  readonly values?: Readonly<Record<string, string>>;
  /** The response to each request of the client. Default: `{}`. */
  readonly answer?: unknown;
  readonly lines: readonly Line[];
}
