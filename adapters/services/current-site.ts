import { setTimeout } from "node:timers/promises";
import type { Site } from "../../core/site.ts";
import type { SiteServiceSettings } from "../config/site-service-settings.ts";
import { describeSite, isNamed, type OpenContent } from "./site-content.ts";

/** The longest time between two attempts to read the home page of a live site. */
const MAX_WAIT_MS = 300_000;

/** A description of the site that changes while the service runs. */
interface CurrentSite {
  /** Its name and description are always the current ones. */
  readonly site: Site;
  /** Stops looking for the name of a live site. */
  close(): void;
}

/**
 * Describes the site. If a live site or its home page is unavailable, its name becomes known later.
 * The home page is then read after `firstMs` (10 seconds by default) and at doubling intervals of
 * at most 5 minutes.
 */
export async function openCurrentSite(
  settings: SiteServiceSettings,
  { content, live }: OpenContent,
  origin: string,
  { firstMs = 10_000 } = {},
): Promise<CurrentSite> {
  let described = await describeSite(settings, content, origin);
  const closing = new AbortController();
  const learnName = async (listed: Promise<void>) => {
    await listed;
    described = await describeSite(settings, content, origin);
    for (let wait = firstMs; !isNamed(described); wait = Math.min(wait * 2, MAX_WAIT_MS)) {
      await setTimeout(wait, undefined, { ref: false, signal: closing.signal });
      described = await describeSite(settings, content, origin);
    }
  };
  if (live && !isNamed(described))
    void learnName(live.listed).catch((error: unknown) => {
      if (!closing.signal.aborted) throw error;
    });
  return {
    site: {
      ...described,
      get name() {
        return described.name;
      },
      get description() {
        return described.description;
      },
    },
    close: () => closing.abort(),
  };
}
