import type { Exchanges } from "../../case.ts";
import { mergeExchanges } from "../merge-exchanges.ts";
import { discoveryExchanges } from "./discovery.ts";
import { documentExchanges } from "./documents.ts";
import { commonSurfaceExchanges } from "./every-surface.ts";
import { llmsExchanges } from "./llms.ts";
import { markdownPageExchanges } from "./markdown-pages.ts";
import { noOauthExchanges } from "./no-oauth.ts";
import { robotsAndSitemapExchanges } from "./robots-and-sitemap.ts";
import { routingExchanges } from "./routing.ts";
import { serverCardExchanges } from "./server-card.ts";
import { staticPageExchanges } from "./static-pages.ts";

/** The exchanges of all surfaces: the common ones, then those of each surface. */
export const surfaceExchanges: Exchanges = mergeExchanges(
  commonSurfaceExchanges,
  documentExchanges,
  llmsExchanges,
  discoveryExchanges,
  serverCardExchanges,
  noOauthExchanges,
  staticPageExchanges,
  markdownPageExchanges,
  robotsAndSitemapExchanges,
  routingExchanges,
);
