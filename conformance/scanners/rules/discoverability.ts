import {
  type Finding,
  fail,
  failUnless,
  isAbsent,
  pass,
  type Rule,
  type SendRequest,
} from "../rule.ts";

const NO_ROBOTS = "the site has no robots.txt of its own, and none is written for it";

/** What robots.txt says, line by line; or that there is none. */
async function robots(
  ask: SendRequest,
  check: (lines: readonly string[], text: string) => Finding,
): Promise<Finding> {
  const response = await ask({ path: "/robots.txt" });
  if (response.status !== 200) return isAbsent("/robots.txt", response);
  if (!response.headers["content-type"]?.startsWith("text/plain"))
    return fail(`robots.txt is ${response.headers["content-type"]}`);
  return check(response.text.split(/\r?\n/), response.text);
}

const SITEMAPS = ["/sitemap-index.xml", "/sitemap.xml.gz", "/sitemap_index.xml", "/sitemap.xml"];
const NAMED =
  /^(gptbot|chatgpt-user|oai-searchbot|google-extended|ccbot|claudebot|claude-web|anthropic-ai|bytespider|perplexitybot|cohere-ai|applebot-extended|amazonbot|meta-externalagent|facebookbot|omgilibot|diffbot|\*)$/i;

/** How a site is found, and what it asks of crawlers. */
export const discoverability: readonly Rule[] = [
  {
    id: "robotsTxt",
    shouldPass: "robots.txt is text/plain with a User-agent line",
    mayBeAbsent: NO_ROBOTS,
    check: (ask) =>
      robots(ask, (lines) =>
        lines.some((line) => /^user-agent:/i.test(line)) ? pass : fail("it has no User-agent line"),
      ),
  },
  {
    id: "sitemap",
    shouldPass:
      "a sitemap that robots.txt names, or one at a usual path, is an urlset or a sitemapindex",
    mayBeAbsent: "the folder has no sitemap of its own, and none is written for it",
    async check(ask) {
      const { text } = await ask({ path: "/robots.txt" });
      const named = [...text.matchAll(/^sitemap:\s*(\S+)/gim)].map(
        ([, url]) => new URL(url!, "http://any.example").pathname,
      );
      let last: Finding = fail("no path");
      for (const path of [...named, ...SITEMAPS]) {
        const response = await ask({ path });
        if (response.status === 200)
          return /<(urlset|sitemapindex)[\s>]/.test(response.text)
            ? pass
            : fail(`${path} is no sitemap`);
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
    mayBeAbsent: "pages carry no Link header",
    async check(ask) {
      const { headers } = await ask({ path: "/", headers: { accept: "text/html" } });
      if (!headers["link"])
        return { outcome: "absent", reason: "the front page has no Link header" };
      return /rel="?(api-catalog|service-desc|service-doc|describedby)\b/.test(headers["link"])
        ? pass
        : fail(headers["link"]);
    },
  },
  {
    id: "robotsTxtAiRules",
    shouldPass: "a group of robots.txt names AI crawlers, or all",
    mayBeAbsent: NO_ROBOTS,
    check: (ask) =>
      robots(ask, (lines) =>
        lines.some((line) => NAMED.test(/^user-agent:\s*(\S+)/i.exec(line)?.[1] ?? ""))
          ? pass
          : fail("no group is for them"),
      ),
  },
  {
    id: "contentSignals",
    shouldPass: "a group of robots.txt has a Content-Signal line",
    mayBeAbsent:
      "no Content-Signal is published where robots.txt is the site's own, or the operator has said none",
    check: (ask) =>
      robots(ask, (lines, text) => {
        if (!/^content-signal:/im.test(text))
          return { outcome: "absent", reason: "robots.txt has no Content-Signal line" };
        const first = lines.findIndex((line) => /^user-agent:/i.test(line));
        const index = lines.findIndex((line) =>
          /^content-signal:\s*(?:(?:search|ai-input|ai-train)=(?:yes|no)\s*,?\s*)+$/i.test(line),
        );
        return failUnless([
          index < 0 && "its words are none of the known",
          first < 0 || index < first ? "it stands outside of a group" : false,
        ]);
      }),
  },
  {
    id: "webBotAuth",
    shouldPass: "the directory of the site's own keys has keys, all of them public",
    mayBeAbsent: "the site signs nothing, so it has no keys to publish",
    async check(ask) {
      const path = "/.well-known/http-message-signatures-directory";
      const response = await ask({ path });
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
    shouldPass: "the host's DNS has SVCB records for its agents, signed",
    declinedReason: "DNS is the operator's, not the server's",
    check: async () => ({ outcome: "absent", reason: "no record is looked up here" }),
  },
  {
    id: "markdownNegotiation",
    shouldPass: "the front page is Markdown for Accept: text/markdown",
    mayBeAbsent: "a page of HTML is HTML to everyone: /agent/read gives it as Markdown",
    async check(ask) {
      const response = await ask({ path: "/", headers: { accept: "text/markdown" } });
      const type = response.headers["content-type"] ?? "";
      if (type.startsWith("text/html"))
        return { outcome: "absent", reason: "the front page is HTML to everyone" };
      return failUnless([
        !type.startsWith("text/markdown") && `it is ${type}`,
        !/accept/i.test(response.headers["vary"] ?? "") && "Vary does not name Accept",
        /^\s*<!doctype/i.test(response.text) && "it is HTML all the same",
      ]);
    },
  },
];
