import { webhooks } from "./checkout/webhooks.ts";
import { acpDiscovery } from "./documents/acp-discovery.ts";
import { agentSkills } from "./documents/agent-skills.ts";
import { agentCatalogs } from "./documents/ai-catalog.ts";
import { catalog } from "./documents/api-catalog.ts";
import { auth } from "./documents/auth.ts";
import { buyingGuideSurface } from "./documents/buying-guide.ts";
import { health, readiness } from "./documents/health.ts";
import { llms } from "./documents/llms.ts";
import { llmsFull } from "./documents/llms-full.ts";
import { markdownSitemap } from "./documents/markdown-sitemap.ts";
import { metrics } from "./documents/metrics.ts";
import { openapi } from "./documents/openapi.ts";
import { robots } from "./documents/robots.ts";
import { security } from "./documents/security.ts";
import { serverCards } from "./documents/server-card.ts";
import { signatureDirectory } from "./documents/signature-directory.ts";
import { sitemap } from "./documents/sitemap.ts";
import { ucpProfiles } from "./documents/ucp-profile.ts";
import { checkoutStatus } from "./pages/checkout-status.ts";
import { pages } from "./pages/pages.ts";
import { support } from "./pages/support.ts";
import type { Surface } from "./surface.ts";

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
    markdownSitemap,
    catalog,
    ...serverCards,
    ...agentCatalogs,
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
