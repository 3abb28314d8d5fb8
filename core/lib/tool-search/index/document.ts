/** The searchable texts of a tool. */
export interface ToolDocument {
  /** The qualified name, for example `tracker.issues_create`. */
  readonly name: string;
  /** The names of the app: name, vendor and aliases. All tools of an app share one array. */
  readonly app: readonly string[];
  readonly categories: readonly string[];
  readonly title: string;
  readonly description: string;
  /** The names of the arguments. */
  readonly parameters: readonly string[];
  readonly tags: readonly string[];
  /** What people ask for when they mean the tool. */
  readonly phrases?: readonly string[] | undefined;
  readonly method?: string | undefined;
  /** A path template in OpenAPI syntax. */
  readonly path?: string | undefined;
}
