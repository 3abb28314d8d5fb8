/** A file that pages load. Its path contains a digest of its content, so it never changes. */
export interface Asset {
  /** `/assets/<digest>/<name>` */
  readonly path: string;
  readonly mediaType: string;
  readonly body: string;
}

/** The files that pages load, by their names. */
export interface Assets {
  readonly signInScript: Asset;
}
