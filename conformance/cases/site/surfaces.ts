import type { Exchanges } from "../../case.ts";
import { mergeExchanges } from "../merge-exchanges.ts";
import { discoveryExchanges } from "./discovery.ts";
import { documentExchanges } from "./documents.ts";
import { commonSurfaceExchanges } from "./every-surface.ts";
import { markdownPageExchanges } from "./markdown-pages.ts";
import { noOauthExchanges } from "./no-oauth.ts";
import { routingExchanges } from "./routing.ts";
import { staticPageExchanges } from "./static-pages.ts";

/** The exchanges of all surfaces: the common ones, then those of each surface. */
export const surfaceExchanges: Exchanges = mergeExchanges(
  commonSurfaceExchanges,
  documentExchanges,
  discoveryExchanges,
  noOauthExchanges,
  staticPageExchanges,
  markdownPageExchanges,
  routingExchanges,
);
