import { acpDiscovery } from "./acp-discovery.ts";
import { guide } from "./buying-guide.ts";
import { checkoutStatus } from "./checkout-status.ts";
import { health, readiness } from "./health.ts";
import { llms } from "./llms.ts";
import { metrics } from "./metrics.ts";
import { openapi } from "./openapi.ts";
import { pages } from "./pages.ts";
import { robots } from "./robots.ts";
import { sitemap } from "./sitemap.ts";
import type { Surface } from "./surface.ts";
import { support } from "./support.ts";
import { ucpProfiles } from "./ucp-profile.ts";
import { webhooks } from "./webhooks.ts";

/** Every surface of the site service; the site's own pages come last. */
export const surfaces: readonly Surface[] = [openapi, llms, robots, sitemap, support, health, readiness, metrics, webhooks, checkoutStatus, guide, acpDiscovery, ...ucpProfiles, pages];
