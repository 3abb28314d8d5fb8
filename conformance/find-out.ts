import { type Call, type Found, skip } from "./case.ts";
import type { Target } from "./targets/target.ts";

/** What can be learnt of the site under test by what it says of itself: any deployment's own pages, found anew. */
export function finder(call: Call, target: Target): () => Promise<Found> {
  let found: Promise<Found> | undefined;
  return () => (found ??= findOut(call, target));
}

async function findOut(call: Call, { ask }: Target): Promise<Found> {
  const { status, value: info } = await call("siteInfo", {});
  if (status !== 200)
    throw new Error(`siteInfo answers ${status}, so that nothing can be found out about the site`);
  const at = (path: string) => new URL(info.url).origin + path;
  const llms = await ask({ path: "/llms.txt" });
  const text = llms.status === 200 ? llms.text : info.description;
  for (const words of candidates(text, info.url)) {
    const { status, value: results } = await call("searchPages", { q: words });
    if (status !== 200)
      throw new Error(`searchPages answers ${status} to "${words}", so that no page can be found`);
    if (results.hits.length > 0)
      return { info, words, results, page: results.hits[0]!.url, at, call, ask };
  }
  return skip("no words were found that find a page");
}

/** Words that may stand in paths: those of the addresses that are listed, then those of the text. */
function candidates(text: string, base: string): string[] {
  const paths = [...text.matchAll(/https?:\/\/[^\s)>\]]+/g)]
    .filter(([url]) => url.startsWith(base) && !url.includes("/agent/") && URL.canParse(url))
    .map(([url]) => wordsOf(new URL(url).pathname).slice(-2).join(" "));
  return [...new Set([...paths, ...wordsOf(text)])].filter(Boolean).slice(0, 30);
}

const wordsOf = (text: string) => text.replace(/\.\w{2,4}$/, "").match(/[a-z]{3,}/gi) ?? [];
