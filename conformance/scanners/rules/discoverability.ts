import { type Ask, absence, type Finding, fail, pass, type Rule, unless } from "../rule.ts";

const NO_ROBOTS = "the site has no robots.txt of its own, and none is written for it";

/** What robots.txt says, line by line; or that there is none. */
async function robots(
  ask: Ask,
  look: (lines: readonly string[], text: string) => Finding,
): Promise<Finding> {
  const answer = await ask({ path: "/robots.txt" });
  if (answer.status !== 200) return absence("/robots.txt", answer);
  if (!answer.headers["content-type"]?.startsWith("text/plain"))
    return fail(`robots.txt is ${answer.headers["content-type"]}`);
  return look(answer.text.split(/\r?\n/), answer.text);
}

const SITEMAPS = ["/sitemap-index.xml", "/sitemap.xml.gz", "/sitemap_index.xml", "/sitemap.xml"];
const NAMED =
  /^(gptbot|chatgpt-user|oai-searchbot|google-extended|ccbot|claudebot|claude-web|anthropic-ai|bytespider|perplexitybot|cohere-ai|applebot-extended|amazonbot|meta-externalagent|facebookbot|omgilibot|diffbot|\*)$/i;

/** How a site is found, and what it asks of crawlers. */
export const discoverability: readonly Rule[] = [
  {
    id: "robotsTxt",
    passes: "robots.txt is text/plain with a User-agent line",
    may: NO_ROBOTS,
    look: (ask) =>
      robots(ask, (lines) =>
        lines.some((line) => /^user-agent:/i.test(line)) ? pass : fail("it has no User-agent line"),
      ),
  },
  {
    id: "sitemap",
    passes:
      "a sitemap that robots.txt names, or one at a usual path, is an urlset or a sitemapindex",
    may: "the folder has no sitemap of its own, and none is written for it",
    async look(ask) {
      const { text } = await ask({ path: "/robots.txt" });
      const named = [...text.matchAll(/^sitemap:\s*(\S+)/gim)].map(
        ([, url]) => new URL(url!, "http://any.example").pathname,
      );
      let last: Finding = fail("no path");
      for (const path of [...named, ...SITEMAPS]) {
        const answer = await ask({ path });
        if (answer.status === 200)
          return /<(urlset|sitemapindex)[\s>]/.test(answer.text)
            ? pass
            : fail(`${path} is no sitemap`);
        last = absence(path, answer);
        if (last.outcome === "fail") return last;
      }
      return last;
    },
  },
  {
    id: "linkHeaders",
    passes:
      "the front page has a Link header with api-catalog, service-desc, service-doc or describedby",
    may: "pages carry no Link header",
    async look(ask) {
      const { headers } = await ask({ path: "/", headers: { accept: "text/html" } });
      if (!headers["link"])
        return { outcome: "absent", because: "the front page has no Link header" };
      return /rel="?(api-catalog|service-desc|service-doc|describedby)\b/.test(headers["link"])
        ? pass
        : fail(headers["link"]);
    },
  },
  {
    id: "robotsTxtAiRules",
    passes: "a group of robots.txt names AI crawlers, or all",
    may: NO_ROBOTS,
    look: (ask) =>
      robots(ask, (lines) =>
        lines.some((line) => NAMED.test(/^user-agent:\s*(\S+)/i.exec(line)?.[1] ?? ""))
          ? pass
          : fail("no group is for them"),
      ),
  },
  {
    id: "contentSignals",
    passes: "a group of robots.txt has a Content-Signal line",
    may: "no Content-Signal is published where robots.txt is the site's own, or the operator has said none",
    look: (ask) =>
      robots(ask, (lines, text) => {
        if (!/^content-signal:/im.test(text))
          return { outcome: "absent", because: "robots.txt has no Content-Signal line" };
        const first = lines.findIndex((line) => /^user-agent:/i.test(line));
        const at = lines.findIndex((line) =>
          /^content-signal:\s*(?:(?:search|ai-input|ai-train)=(?:yes|no)\s*,?\s*)+$/i.test(line),
        );
        return unless([
          at < 0 && "its words are none of the known",
          first < 0 || at < first ? "it stands outside of a group" : false,
        ]);
      }),
  },
  {
    id: "webBotAuth",
    passes: "the directory of the site's own keys has keys, all of them public",
    may: "the site signs nothing, so it has no keys to publish",
    async look(ask) {
      const path = "/.well-known/http-message-signatures-directory";
      const answer = await ask({ path });
      if (answer.status !== 200) return absence(path, answer);
      const { keys } = JSON.parse(answer.text);
      return unless([
        !(keys?.length > 0) && "it has no keys",
        keys?.some((key: object) => "d" in key) && "a private key is published",
      ]);
    },
  },
  {
    id: "dnsAid",
    passes: "the host's DNS has SVCB records for its agents, signed",
    declined: "DNS is the operator's, not the server's",
    look: async () => ({ outcome: "absent", because: "no record is looked up here" }),
  },
  {
    id: "markdownNegotiation",
    passes: "the front page is Markdown for Accept: text/markdown",
    may: "a page of HTML is HTML to everyone: /agent/read gives it as Markdown",
    async look(ask) {
      const answer = await ask({ path: "/", headers: { accept: "text/markdown" } });
      const type = answer.headers["content-type"] ?? "";
      if (type.startsWith("text/html"))
        return { outcome: "absent", because: "the front page is HTML to everyone" };
      return unless([
        !type.startsWith("text/markdown") && `it is ${type}`,
        !/accept/i.test(answer.headers["vary"] ?? "") && "Vary does not name Accept",
        /^\s*<!doctype/i.test(answer.text) && "it is HTML all the same",
      ]);
    },
  },
];
