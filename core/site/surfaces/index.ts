import { acpDiscovery } from "./acp-discovery.ts";
import { agentSkills } from "./agent-skills.ts";
import { agentCatalog } from "./ai-catalog.ts";
import { catalog } from "./api-catalog.ts";
import { auth } from "./auth.ts";
import { buyingGuideSurface } from "./buying-guide.ts";
import { checkoutStatus } from "./checkout-status.ts";
import { health, readiness } from "./health.ts";
import { llms } from "./llms.ts";
import { llmsFull } from "./llms-full.ts";
import { metrics } from "./metrics.ts";
import { openapi } from "./openapi.ts";
import { pages } from "./pages.ts";
import { robots } from "./robots.ts";
import { security } from "./security.ts";
import { serverCards } from "./server-card.ts";
import { signatureDirectory } from "./signature-directory.ts";
import { sitemap } from "./sitemap.ts";
import { support } from "./support.ts";
import type { Surface } from "./surface.ts";
import { ucpProfiles } from "./ucp-profile.ts";
import { webhooks } from "./webhooks.ts";

/**
 * All surfaces of the site service. The site's own pages come last, because their path matches
 * everything.
 */
export const surfaces: readonly Surface[] = [
  ...[
    openapi,
    llms,
    llmsFull,
    robots,
    sitemap,
    catalog,
    ...serverCards,
    agentCatalog,
    auth,
    security,
    support,
  ],
  ...[health, readiness, metrics, webhooks],
  ...[
    checkoutStatus,
    buyingGuideSurface,
    agentSkills,
    acpDiscovery,
    ...ucpProfiles,
    signatureDirectory,
  ],
  pages,
];
