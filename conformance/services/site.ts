import { surfaces } from "../../core/site/surfaces.ts";
import { type Call, type SiteContext, skip } from "../case.ts";
import { exchanges, siteBindingCases, siteCases } from "../cases/index.ts";
import { createSiteFixture } from "../fixtures/site.ts";
import type { Target } from "../targets/target.ts";
import type { Service } from "./service.ts";
import { specs } from "./service.ts";

/** Learns about the site under test from its own documents, for any deployment. */
export function createSiteContextLoader(call: Call, target: Target): () => Promise<SiteContext> {
  let context: Promise<SiteContext> | undefined;
  return () => (context ??= loadSiteContext(call, target));
}

async function loadSiteContext(call: Call, { send }: Target): Promise<SiteContext> {
  const { status, value: info } = await call("siteInfo", {});
  if (status !== 200)
    throw new Error(`siteInfo answers ${status}, so that nothing can be found out about the site`);
  const at = (path: string) => new URL(info.url).origin + path;
  const llms = await send({ path: "/llms.txt" });
  const text = llms.status === 200 ? llms.text : info.description;
  for (const query of candidateQueries(text, info.url)) {
    const { status, value: results } = await call("searchPages", { q: query });
    if (status !== 200)
      throw new Error(`searchPages answers ${status} to "${query}", so that no page can be found`);
    const [hit] = results.hits;
    if (hit) {
      const pageUrl = hit.url;
      return { info, forwards: forwards(info), query, results, pageUrl, urlFor: at, call, send };
    }
  }
  return skip("no query found a page");
}

/** A reverse proxy leaves /healthz to the site behind it, and links to its own health check. */
const forwards = ({ links }: SiteContext["info"]): boolean =>
  !links.some(({ rel, href }) => rel === "status" && new URL(href).pathname === "/healthz");

/** Candidate query words: first those in listed URLs, then those in the text. */
function candidateQueries(text: string, base: string): string[] {
  const paths = [...text.matchAll(/https?:\/\/[^\s)>\]]+/g)]
    .filter(([url]) => url.startsWith(base) && !url.includes("/agent/") && URL.canParse(url))
    .map(([url]) => extractWords(new URL(url).pathname).slice(-2).join(" "));
  return [...new Set([...paths, ...extractWords(text)])].filter(Boolean).slice(0, 30);
}

const extractWords = (text: string) => text.replace(/\.\w{2,4}$/, "").match(/[a-z]{3,}/gi) ?? [];

/** The site service. */
export const site: Service = {
  ...specs.site,
  cases: siteCases,
  bindings: siteBindingCases,
  exchanges,
  surfaces,
  createContextLoader: createSiteContextLoader,
  fixture: {
    description: "the fixture pages",
    origin: "http://core.localhost",
    create: createSiteFixture,
  },
  async assertIsService({ url, send }) {
    const { status } = await send({ path: "/agent/site.json" });
    if (status !== 200)
      throw new Error(`${url}/agent/site.json answers ${status}: it is no site of this interface.`);
  },
};
