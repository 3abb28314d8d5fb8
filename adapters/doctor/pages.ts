import { Problem } from "../../core/index.ts";
import type { Settings } from "../environment.ts";
import { contentOf, siteOf } from "../site.ts";
import { folderFindings } from "./folder.ts";
import { liveFindings } from "./live.ts";
import { type Finding, note, problem } from "./report.ts";
import { sampleFindings } from "./sample.ts";
import { todoOf } from "./unreachable.ts";

/** What is wrong with where the pages come from, and with a few of the pages themselves. */
export async function pagesFindings(settings: Settings): Promise<Finding[]> {
  const said: string[] = [];
  const tell = (sentence: string) => void said.push(sentence);
  const { content, live } = contentOf(settings, { warn: tell, tell: () => {} }, { waitMs: 80_000 });
  const findings: Finding[] = [];
  try {
    const pages = await content.pages();
    findings.push(
      ...(live ? liveFindings(live) : await folderFindings(settings, pages)),
      ...said.map((sentence) => note(sentence)),
    );
    const origin = settings.publicOrigin ?? "http://127.0.0.1";
    findings.push(
      ...(await sampleFindings(await siteOf(settings, content, origin), content, pages)),
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const cause = error.cause instanceof Problem ? error.cause : error;
    findings.push(problem(cause.message, cause.hint ?? todoOf(cause)));
  } finally {
    live?.close();
  }
  return findings;
}
