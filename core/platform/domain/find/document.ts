/** What the search for tools reads of one. */
export interface ToolDocument {
  /** `github.issues_create`. */
  readonly name: string;
  /** What its app is called: name, vendor, aliases (`Google Gmail`). The same array for each tool of an app. */
  readonly app: readonly string[];
  readonly categories: readonly string[];
  readonly title: string;
  readonly description: string;
  /** The names of its arguments. */
  readonly parameters: readonly string[];
  readonly tags: readonly string[];
  readonly method?: string | undefined;
  /** As OpenAPI writes it. */
  readonly path?: string | undefined;
}
