import type { Accounts } from "../../ports/accounts.ts";
import type { Catalogue } from "../../ports/catalogue.ts";
import type { Connections } from "../../ports/connections.ts";
import type { Outbound } from "../../ports/outbound.ts";
import { Problem } from "../../problem.ts";
import { ownAppsOf } from "../shelf/own-apps.ts";
import { createDesk, type Probe } from "./create-desk.ts";
import type { Desk } from "./desk.ts";
import { createLinks } from "./links.ts";
import type { Office } from "./office.ts";
import { reachable } from "./reachable.ts";
import { createRenew, type Renew } from "./renew.ts";
import { createRenewals, type Renewals } from "./renewals.ts";
import type { Safe } from "./safe.ts";

export interface ConnectingOptions {
  /** Where the service is, in public, without a slash at the end. */
  readonly origin: string;
  readonly connections: Connections;
  /** What `openSafe` gave. */
  readonly safe: Safe;
  readonly outbound: Outbound;
  /** What fetches from addresses that a remote MCP server at this one has named; `outbound` by default, which is right where that reaches nothing private. */
  outboundFor?(server: string): Outbound;
  readonly catalogue: Pick<Catalogue, "app" | "apps" | "busy">;
  readonly accounts: Pick<Accounts, "apps" | "app" | "keys">;
  /** Origins that people may be sent back to, besides the service's own and this machine's. */
  readonly returnOrigins?: readonly string[] | undefined;
  readonly probe?: Probe | undefined;
  /** Milliseconds since 1970. */
  now?(): number;
  /** Told of what went wrong that nobody waits for. */
  fault?(error: unknown): void;
}

/** All of connecting: for operations and runs the desk, for pages the office, and the renewals, which whoever serves starts and stops. */
export interface Connecting {
  readonly desk: Desk;
  readonly office: Office;
  readonly renew: Renew;
  readonly renewals: Renewals;
}

/** Connects apps. Nothing happens by itself until the renewals are started. */
export function createConnecting(options: ConnectingOptions): Connecting {
  const {
    origin,
    safe,
    outbound,
    outboundFor = () => outbound,
    catalogue,
    accounts,
    returnOrigins = [],
    probe,
    now = Date.now,
    fault = () => {},
  } = options;
  const connections = reachable(options.connections);
  const ownApps = ownAppsOf(accounts, now);
  const allowed = new Set([origin, ...returnOrigins]);
  const office: Office = {
    origin,
    connections,
    safe,
    links: createLinks({ origin, safe, now }),
    outbound,
    outboundFor,
    async appOf(account, slug) {
      const own = (await ownApps(account)).get(slug)?.record;
      const record = own ?? (await catalogue.app(slug));
      if (record) return { record, isOwn: own !== undefined };
      if (catalogue.apps.length === 0)
        throw new Problem(
          "catalogue_not_ready",
          catalogue.busy ?? "There is no catalogue of apps yet.",
        );
      throw new Problem("app_not_found", `There is no app ${slug.slice(0, 100)} any more.`);
    },
    async isGoodKey(account, key) {
      const kept = (await accounts.keys(account)).find(({ id }) => id === key);
      return (
        kept !== undefined &&
        kept.revoked === undefined &&
        (kept.expires === undefined || Date.parse(kept.expires) > now())
      );
    },
    mayReturnTo(text) {
      const url = URL.parse(text);
      if (!url || url.username || url.password || !/^https?:$/.test(url.protocol)) return false;
      return (
        allowed.has(url.origin) || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
      );
    },
    now,
    fault,
  };
  const renew = createRenew(office);
  return {
    office,
    renew,
    desk: createDesk(office, renew, { probe }),
    renewals: createRenewals(office, renew),
  };
}
