import { type Site, serviceUrl } from "../../site.ts";
import type { AgentResource } from "../agent-resource.ts";

/**
 * Creates the AI catalog from the resources with an entry (agent-card/ai-catalog 1.0, ARD 0.91 §4).
 */
export function aiCatalog(site: Site, resources: readonly AgentResource[]): object {
  const { host, hostname } = new URL(site.origin);
  const name = site.name.replaceAll(/\s+/g, " ").trim();
  return {
    specVersion: "1.0",
    host: {
      displayName: name,
      identifier: `did:web:${host.replaceAll(/[[\]]/g, "").replaceAll(":", "%3A")}`,
      documentationUrl: serviceUrl(site, "/support"),
    },
    entries: resources.flatMap(({ entry, path, type, title }) =>
      entry
        ? [
            {
              identifier: `urn:air:${hostname}:${entry.name}`,
              displayName: `${name}: ${title}`,
              type: entry.type ?? type,
              url: serviceUrl(site, path),
              representativeQueries: entry.queries,
            },
          ]
        : [],
    ),
  };
}
