import {
  type Finding,
  fail,
  failUnless,
  isAbsent,
  pass,
  type Rule,
  type SendRequest,
} from "../rule.ts";

const NO_ROBOTS = "the site has no robots.txt, and Jackfield doesn't create one for it";

/** Checks the lines of robots.txt, which may be absent. */
async function checkRobots(
  send: SendRequest,
  check: (lines: readonly string[], text: string) => Finding,
): Promise<Finding> {
  const response = await send({ path: "/robots.txt" });
  if (response.status !== 200) return isAbsent("/robots.txt", response);
  if (!response.headers["content-type"]?.startsWith("text/plain"))
    return fail(`robots.txt is ${response.headers["content-type"]}`);
  return check(response.text.split(/\r?\n/), response.text);
}

const SITEMAPS = ["/sitemap-index.xml", "/sitemap.xml.gz", "/sitemap_index.xml", "/sitemap.xml"];
const AI_CRAWLERS =
  /^(gptbot|chatgpt-user|oai-searchbot|google-extended|ccbot|claudebot|claude-web|anthropic-ai|bytespider|perplexitybot|cohere-ai|applebot-extended|amazonbot|meta-externalagent|facebookbot|omgilibot|diffbot|\*)$/i;

/** Rules about finding a site and about its preferences for crawlers. */
export const discoverability: readonly Rule[] = [
  {
    id: "robotsTxt",
    shouldPass: "robots.txt is text/plain with a User-agent line",
    mayBeAbsent: NO_ROBOTS,
    check: (send) =>
      checkRobots(send, (lines) =>
        lines.some((line) => /^user-agent:/i.test(line)) ? pass : fail("it has no User-agent line"),
      ),
  },
  {
    id: "sitemap",
    shouldPass: "a sitemap named in robots.txt or at a usual path is a urlset or a sitemapindex",
    mayBeAbsent: "the folder has no sitemap, and Jackfield doesn't create one for it",
    async check(send) {
      const { text } = await send({ path: "/robots.txt" });
      const named = [...text.matchAll(/^sitemap:\s*(\S+)/gim)].map(
        ([, url]) => new URL(url!, "http://any.example").pathname,
      );
      let last: Finding = fail("no path was checked");
      for (const path of [...named, ...SITEMAPS]) {
        const response = await send({ path });
        if (response.status === 200)
          return /<(urlset|sitemapindex)[\s>]/.test(response.text)
            ? pass
            : fail(`${path} isn't a sitemap`);
        last = isAbsent(path, response);
        if (last.outcome === "fail") return last;
      }
      return last;
    },
  },
  {
    id: "linkHeaders",
    shouldPass:
      "the front page has a Link header with api-catalog, service-desc, service-doc or describedby",
    mayBeAbsent: "pages have no Link header",
    async check(send) {
      const { headers } = await send({ path: "/", headers: { accept: "text/html" } });
      if (!headers["link"])
        return { outcome: "absent", reason: "the front page has no Link header" };
      return /rel="?(api-catalog|service-desc|service-doc|describedby)\b/.test(headers["link"])
        ? pass
        : fail(headers["link"]);
    },
  },
  {
    id: "robotsTxtAiRules",
    shouldPass: "a group of robots.txt names AI crawlers or all crawlers",
    mayBeAbsent: NO_ROBOTS,
    check: (send) =>
      checkRobots(send, (lines) =>
        lines.some((line) => AI_CRAWLERS.test(/^user-agent:\s*(\S+)/i.exec(line)?.[1] ?? ""))
          ? pass
          : fail("no group names AI crawlers"),
      ),
  },
  {
    id: "contentSignals",
    shouldPass: "a group of robots.txt has a Content-Signal line",
    mayBeAbsent: "the site has its own robots.txt, or the operator set no Content-Signal",
    check: (send) =>
      checkRobots(send, (lines, text) => {
        if (!/^content-signal:/im.test(text))
          return { outcome: "absent", reason: "robots.txt has no Content-Signal line" };
        const first = lines.findIndex((line) => /^user-agent:/i.test(line));
        const index = lines.findIndex((line) =>
          /^content-signal:\s*(?:(?:search|ai-input|ai-train)=(?:yes|no)\s*,?\s*)+$/i.test(line),
        );
        return failUnless([
          index < 0 && "Content-Signal has unknown values",
          first < 0 || index < first ? "Content-Signal is outside a group" : false,
        ]);
      }),
  },
  {
    id: "webBotAuth",
    shouldPass: "the key directory of the site contains public keys only",
    mayBeAbsent: "the site signs no requests, so it publishes no keys",
    async check(send) {
      const path = "/.well-known/http-message-signatures-directory";
      const response = await send({ path });
      if (response.status !== 200) return isAbsent(path, response);
      const { keys } = JSON.parse(response.text);
      return failUnless([
        !(keys?.length > 0) && "it has no keys",
        keys?.some((key: object) => "d" in key) && "a private key is published",
      ]);
    },
  },
  {
    id: "dnsAid",
    shouldPass: "the host's DNS has signed SVCB records for its agents",
    declinedReason: "the operator controls DNS, not the server",
    check: async () => ({ outcome: "absent", reason: "this test doesn't query DNS" }),
  },
  {
    id: "markdownNegotiation",
    shouldPass: "the front page is Markdown for Accept: text/markdown",
    mayBeAbsent: "HTML pages are always served as HTML, and /agent/read returns Markdown",
    async check(send) {
      const response = await send({ path: "/", headers: { accept: "text/markdown" } });
      const type = response.headers["content-type"] ?? "";
      if (type.startsWith("text/html"))
        return { outcome: "absent", reason: "the front page is always HTML" };
      return failUnless([
        !type.startsWith("text/markdown") && `it is ${type}`,
        !/accept/i.test(response.headers["vary"] ?? "") && "Vary doesn't name Accept",
        /^\s*<!doctype/i.test(response.text) && "the body is HTML",
      ]);
    },
  },
];
