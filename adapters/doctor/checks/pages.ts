import { Problem } from "../../../core/site.ts";
import type { SiteServiceSettings } from "../../config/site-service-settings.ts";
import { type Finding, note, problem } from "../../runtime/finding.ts";
import { describeSite, openContent } from "../../services/site-content.ts";
import { checkDescription } from "../description.ts";
import { suggestFix } from "../suggest-fix.ts";
import { checkContentSignal } from "./content-signal.ts";
import { checkFolder } from "./folder.ts";
import { checkIndexing, checkLiveSite } from "./live-site.ts";
import { checkSample } from "./sample.ts";

/** Checks the source of the pages, and reads a few of them. */
export async function checkPages(settings: SiteServiceSettings): Promise<Finding[]> {
  const messages: string[] = [];
  const log = (message: string) => void messages.push(message);
  const { content, live } = openContent(
    settings,
    { warn: log, log: () => {} },
    { waitMs: 80_000, indexesPages: false },
  );
  const findings: Finding[] = [];
  try {
    const pages = await content.listPages();
    findings.push(
      ...(live ? checkLiveSite(live) : await checkFolder(settings, pages)),
      ...messages.map((message) => note(message)),
    );
    const origin = settings.publicOrigin ?? "http://127.0.0.1";
    const site = await describeSite(settings, content, origin);
    findings.push(
      ...(await checkSample(site, content, pages)),
      ...(live ? checkIndexing(live, settings) : []),
      ...(await checkDescription(settings, site, content)),
      ...(await checkContentSignal(settings, content)),
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const cause = error.cause instanceof Problem ? error.cause : error;
    findings.push(problem(cause.message, cause.hint ?? suggestFix(cause)));
  } finally {
    live?.close();
  }
  return findings;
}
