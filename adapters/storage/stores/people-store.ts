import type { PeopleStore } from "../../../core/ports/stores/people-store.ts";
import { createAccountQueries } from "../queries/account-queries.ts";
import { createMemberQueries } from "../queries/member-queries.ts";
import { createIdentityQueries, createPasskeyQueries } from "../queries/sign-in-queries.ts";
import { createTicketQueries } from "../queries/ticket-queries.ts";
import type { Sql } from "../sql.ts";

/** Creates a people store in a migrated database. The caller closes the database. */
export const createSqlPeopleStore = (sql: Sql): PeopleStore => ({
  ...createAccountQueries(sql),
  ...createMemberQueries(sql),
  ...createPasskeyQueries(sql),
  ...createIdentityQueries(sql),
  ...createTicketQueries(sql),
});
