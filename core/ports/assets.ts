/** A file that pages load. Its path contains a digest of its content, so it never changes. */
export interface Asset {
  /** `/assets/<digest>/<name>` */
  readonly path: string;
  readonly mediaType: string;
  readonly body: string;
  /** The body compressed with gzip. */
  readonly gzip: Uint8Array;
}

/** The files that pages load, by their names. */
export interface Assets {
  /** The stylesheet of the account's pages. */
  readonly stylesheet: Asset;
  /** The module of the pages with passkeys. */
  readonly signInScript: Asset;
  /** The module of all other pages of the account. */
  readonly accountScript: Asset;
  /** The module of pages that follow runs. */
  readonly activityScript: Asset;
}
