import type { Exchanges } from "../../case.ts";
import { joined } from "../joined.ts";
import { discoveryExchanges } from "./discovery.ts";
import { documentExchanges } from "./documents.ts";
import { everySurface } from "./every-surface.ts";
import { markdownPageExchanges } from "./markdown-pages.ts";
import { noOauthExchanges } from "./no-oauth.ts";
import { ownPageExchanges } from "./own-pages.ts";
import { routingExchanges } from "./routing.ts";

/** Each surface's own exchanges, after those that hold for every surface. */
export const surfaceExchanges: Exchanges = joined(
  everySurface,
  documentExchanges,
  discoveryExchanges,
  noOauthExchanges,
  ownPageExchanges,
  markdownPageExchanges,
  routingExchanges,
);
