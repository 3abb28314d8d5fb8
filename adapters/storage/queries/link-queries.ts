import { requireValue } from "../../../core/lib/kit/require-value.ts";
import type {
  ConnectionStore,
  SignIn,
  StartedLink,
} from "../../../core/ports/stores/connection-store.ts";
import type { Row, Sql } from "../sql.ts";
import type { createClaimQueries } from "./claim-queries.ts";

/** Queries for connect links, their claims, and the sign-ins that they start. */
export const createLinkQueries = (
  sql: Sql,
  claims: ReturnType<typeof createClaimQueries>,
): Pick<
  ConnectionStore,
  | "startLink"
  | "findLink"
  | "consumeLink"
  | "countLinkTest"
  | "claimLink"
  | "completeLinkClaim"
  | "releaseLinkClaim"
  | "addSignIn"
  | "consumeSignIn"
> => ({
  async startLink({ link, browser, connection, expires }) {
    await sql.query(
      "insert into begun_links (link, browser, connection, spent, expires) values ($1, $2, $3, 0, $4) on conflict (link) do nothing",
      [link, browser, connection, expires],
    );
    return requireValue(parseLink(await sql.query(LINK, [link])), "the link that was begun");
  },
  findLink: async (link) => parseLink(await sql.query(LINK, [link])),
  async consumeLink(link) {
    const rows = await sql.query(
      "update begun_links set spent = 1 where link = $1 and spent = 0 returning link",
      [link],
    );
    return rows.length > 0;
  },
  async countLinkTest(link, max) {
    const rows = await sql.query(
      "update begun_links set tests = tests + 1 where link = $1 and tests < $2 returning link",
      [link, max],
    );
    return rows.length > 0;
  },
  async claimLink(claimRequest) {
    const claim = await claims.claim({ ...claimRequest, checkout: "" });
    return claim.outcome === "completed"
      ? { outcome: "completed", encryptedLink: claim.answer }
      : { outcome: claim.outcome };
  },
  completeLinkClaim: claims.complete,
  releaseLinkClaim: claims.release,

  async addSignIn({ state, connection, link, browser, encryptedData, expires }) {
    await sql.query(
      "insert into sign_ins (state, connection, link, browser, sealed, expires) values ($1, $2, $3, $4, $5, $6)",
      [state, connection, link, browser, encryptedData, expires],
    );
  },
  async consumeSignIn(state, browser) {
    const [row] = await sql.query(
      "delete from sign_ins where state = $1 and browser = $2 returning state, connection, link, browser, sealed, expires",
      [state, browser],
    );
    if (!row) return undefined;
    const { sealed: encryptedData, ...signIn } = row;
    return { ...signIn, encryptedData } as SignIn;
  },
});

const LINK = "select link, browser, connection, spent, expires from begun_links where link = $1";

const parseLink = ([row]: readonly Row[]): StartedLink | undefined =>
  row && {
    link: String(row["link"]),
    browser: String(row["browser"]),
    connection: String(row["connection"]),
    isSpent: Number(row["spent"]) === 1,
    expires: Number(row["expires"]),
  };
