import type { Sql } from "../../adapters/storage/sql.ts";
import type { Accounts } from "../../core/ports/accounts.ts";
import { appChecks } from "./accounts/apps.ts";
import { connectionChecks } from "./accounts/connections.ts";
import { keyChecks } from "./accounts/keys.ts";
import { placeChecks } from "./accounts/places.ts";

/** An empty place, opened, and hands on it. */
export interface AccountsRig {
  readonly accounts: Accounts;
  /** The same place, for what nothing of the port writes yet. */
  readonly sql: Sql;
  /** Opens the same place once more, as another process does. */
  again(): Promise<Accounts>;
  /** Closes whatever was opened and removes the place. */
  close(): Promise<void>;
}

/** Makes an empty place. */
export type AccountsDriver = () => Promise<AccountsRig>;

/** One observable promise of the port. */
export interface AccountsCheck {
  readonly name: string;
  run(driver: AccountsDriver): Promise<void>;
}

/** What every driver of the Accounts port must do. */
export const accountsSuite: readonly AccountsCheck[] = [
  ...keyChecks,
  ...appChecks,
  ...connectionChecks,
  ...placeChecks,
];
