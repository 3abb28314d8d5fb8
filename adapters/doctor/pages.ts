import { Problem } from "../../core/index.ts";
import type { Settings } from "../environment.ts";
import { contentOf, siteOf } from "../site.ts";
import { folderFindings } from "./folder.ts";
import { liveFindings } from "./live.ts";
import { note, problem, type Finding } from "./report.ts";
import { sampleFindings } from "./sample.ts";

/** What is wrong with where the pages come from, and with a few of the pages themselves. */
export async function pagesFindings(settings: Settings): Promise<Finding[]> {
  const said: string[] = [];
  const tell = (sentence: string) => void said.push(sentence);
  const { content, live } = contentOf(settings, { warn: tell, tell: () => {} }, { waitMs: 80_000 });
  const findings: Finding[] = [];
  try {
    const pages = await content.pages();
    findings.push(...(live ? liveFindings(live) : await folderFindings(settings, pages)), ...said.map((sentence) => note(sentence)));
    const origin = settings.publicOrigin ?? "http://127.0.0.1";
    findings.push(...(await sampleFindings(await siteOf(settings, content, origin), content, pages)));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    findings.push(problem(error.message, error.hint ?? todoOf(error)));
  } finally {
    live?.close();
  }
  return findings;
}

/** What to do about a site that can't be reached, by why. */
function todoOf(error: Problem): string {
  const { message } = error;
  if (/has no address/.test(message)) return "Look at the host's name in SITE_CONTENT, and whether this machine's DNS knows it.";
  if (/ECONNREFUSED/.test(message)) return "Nothing listens there: look at the address and its port, and whether the site is up.";
  if (/CERT|SSL|TLS|self.signed|certificate/i.test(message)) return "The site's certificate is not accepted here: renew it, name all of its hosts in it, or have this machine trust who signed it.";
  if (/not at a public address/.test(message)) return "A public name that leads inside is refused: set SITE_CONTENT to the inner name or address itself.";
  if (/answers (401|403)/.test(message)) return "The site refuses this service: let the User-Agent jackfield through.";
  if (/answers 429|answers 5\d\d/.test(message)) return "The site fails by itself: look at its own log.";
  if (/redirects to/.test(message)) return "Set SITE_CONTENT to the address that it redirects to.";
  return "Ask for that address with curl from this machine, and set SITE_CONTENT to one that answers.";
}
