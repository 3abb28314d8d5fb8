import type { AppRecord } from "../../lib/openapi-tools/index.ts";

/** An app as an account sees it. */
export interface ResolvedApp {
  readonly record: AppRecord;
  /** Whether it is a custom app. A custom app never uses the OAuth client of a catalog app. */
  readonly isOwn: boolean;
}
