import { statSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { parseSelectors } from "../../core/lib/page-reader/index.ts";
import { explainNotUrl, HOSTS, integer, isHttpUrl, list, ON_OFF, ORIGIN, RATE } from "./schemas.ts";

/** A list of CSS selectors. */
const SELECTORS = z.string().transform((text, { addIssue }) => {
  const selectors = parseSelectors(text);
  if (!("expected" in selectors)) return selectors;
  const { found, position, expected } = selectors;
  const place =
    found === "" ? "ends too early" : `contains "${found}" at position ${position} of "${text}"`;
  addIssue(`${place}. Expected: ${expected}`);
  return [];
});

/** Settings of the site service. */
export const SITE_SETTINGS = {
  SITE: {
    schema: ON_OFF,
    value: "on|off",
    help: "Whether to serve the site API.",
    default: "on",
  },
  SITE_CONTENT: {
    schema: z.string().transform((text, { addIssue }): { folder: string } | { url: URL } => {
      const url = /^[a-z][a-z\d+.-]+:\/\//i.test(text) ? URL.parse(text) : undefined;
      if (url) {
        url.hash = "";
        if (!/^https?:$/.test(url.protocol))
          addIssue(`is "${text}", but the URL of a live site begins with https:// or http://`);
        else if (url.username || url.password)
          addIssue(`must not contain a user name or a password (in the URL for ${url.host})`);
        return { url };
      }
      const folder = resolve(text);
      if (url === null) addIssue(`is "${text}", which is not a URL`);
      else if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
        addIssue(
          `is "${text}", which is not a folder${/^[\w-]+(\.[\w-]+)+(\/|$)/.test(text) ? `. For a live site, write https://${text}` : ""}`,
        );
      return { folder };
    }),
    value: "folder|URL",
    help: "The pages of the site: a folder of HTML or Markdown files, or the URL of a live site or of its sitemap. A folder must contain only pages, not DATA_DIR, keys or the program.",
    default: "a demo shop",
  },
  SITE_ORIGIN: {
    schema: z.string().transform((text, { addIssue }) => {
      const url = URL.parse(text);
      if (!url || !/^https?:$/.test(url.protocol))
        addIssue(`is "${text}", which is not an http or https URL`);
      else if (url.username || url.password)
        addIssue(`must not contain a user name or a password (in the URL for ${url.host})`);
      else if (url.href !== `${url.origin}/`)
        addIssue(`is "${text}", but must be an origin without a path, such as ${url.origin}`);
      return url?.origin ?? text;
    }),
    value: "URL",
    help: "The site to run in front of as a reverse proxy, instead of SITE_CONTENT. Requests that aren't for agents are forwarded to it. Its address may be private.",
  },
  SITE_ORIGIN_HOST: {
    schema: z.enum(["public", "own"], {
      error: ({ input }) => `is "${input}", but must be public or own`,
    }),
    value: "public|own",
    help: "The Host header for requests to SITE_ORIGIN: the host of SITE_URL (public) or of SITE_ORIGIN (own).",
    default: "own for an https origin or without SITE_URL, otherwise public",
  },
  SITE_URL: {
    schema: ORIGIN,
    value: "URL",
    help: "The public URL of the site.",
    default: "the URL that the service listens on",
  },
  SITE_HOST: {
    schema: z.string(),
    value: "address",
    help: "The address to listen on.",
    default: "127.0.0.1",
  },
  SITE_PORT: {
    schema: integer(0, 65_535),
    value: "port",
    help: "The port to listen on; 0 selects a free port.",
    default: "4100",
  },
  SITE_HOSTS: {
    schema: HOSTS,
    value: "names",
    help: "Additional allowed Host headers, separated by commas. The host of SITE_URL and localhost are always allowed.",
  },
  SITE_NAME: {
    schema: z.string().max(200, "must have at most 200 characters"),
    value: "text",
    help: "The name of the site.",
    default: "the title of its first page",
  },
  SITE_DESCRIPTION: {
    schema: z.string().max(1000, "must have at most 1000 characters"),
    value: "text",
    help: "A description of the site.",
    default: "the description of its first page",
  },
  SITE_SUPPORT: {
    schema: z.string().refine((text) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(text) || isHttpUrl(text), {
      error: ({ input }) => `is "${input}", which is neither an email address nor a URL`,
    }),
    value: "address",
    help: "An email address or a URL for support and removal requests. The page /support shows it.",
  },
  SITE_SECURITY_CONTACT: {
    schema: z.string().transform((text, { addIssue }) => {
      if (/^(mailto:)?[^\s@<>":]+@[^\s@<>"]+$/.test(text))
        return text.startsWith("mailto:") ? text : `mailto:${text}`;
      if (!URL.canParse(text) || new URL(text).protocol !== "https:")
        addIssue(`is "${text}", which is neither an email address nor an https URL`);
      return text;
    }),
    value: "address",
    help: "An email address or an https URL for reporting vulnerabilities. /.well-known/security.txt publishes it.",
    default: "no security.txt, or the site's own",
  },
  SITE_SECURITY_POLICY: {
    schema: z.string().refine(isHttpUrl, { error: explainNotUrl }),
    value: "URL",
    help: "The security policy that security.txt links to.",
  },
  SITE_CONTENT_SIGNAL: {
    schema: z.string().transform((text, { addIssue }) => {
      const signals = text.split(",").map((signal) =>
        signal
          .trim()
          .toLowerCase()
          .replaceAll(/\s*=\s*/g, "="),
      );
      for (const signal of signals)
        if (!/^((search|ai-input|ai-train)=(yes|no)|use=(immediate|reference|full))$/.test(signal))
          addIssue(
            `contains "${signal}", which is not a signal. Signals are search, ai-input and ai-train (=yes or =no) and use (=immediate, =reference or =full)`,
          );
      return signals.join(", ");
    }),
    value: "signals",
    help: "The permitted uses of the pages, such as search=yes, ai-input=yes, ai-train=no. They become the Content-Signal of robots.txt and of Markdown pages.",
    default: "no Content-Signal",
  },
  SITE_AI_AGENTS: {
    schema: z.enum(["allow", "disallow"], {
      error: ({ input }) => `is "${input}", but must be allow or disallow`,
    }),
    value: "allow|disallow",
    help: "A robots.txt rule for the crawlers of AI companies. It doesn't apply to crawlers that the site's own robots.txt names.",
    default: "no rule",
  },
  SITE_SEARCH: {
    schema: z.enum(["paths", "titles", "text"], {
      error: ({ input }) => `is "${input}", but must be paths, titles or text`,
    }),
    value: "paths|titles|text",
    help: "What the page search covers: only paths, paths with titles and headings, or all of these and the text of pages. On a live site, it knows the titles and texts of the pages that have been read.",
    default: "text",
  },
  SITE_CRAWL: {
    schema: integer(0, 10_000),
    value: "number",
    help: "The most pages to read in the background for the search, on a live site or upstream: those of its sitemap, or those found by following links. Jackfield sends at most two requests a second and obeys robots.txt. 0 turns it off.",
    default: "500",
  },
  SITE_HTML_HINTS: {
    schema: ON_OFF,
    value: "on|off",
    help: "Whether to add a link to the Markdown version and a comment for agents to the head of each HTML page.",
    default: "off",
  },
  SITE_MAIN: {
    schema: SELECTORS,
    value: "selectors",
    help: "CSS selectors of the elements to read as the content of HTML pages, separated by commas. They can have tags, #id, .class, [attribute] and [attribute=value], combined with a space or >. The elements are read whole, except for hidden text. On a page without a match, Jackfield chooses the main content.",
    default: "Jackfield chooses the main content",
  },
  SITE_EXCLUDE: {
    schema: SELECTORS,
    value: "selectors",
    help: "CSS selectors of the elements to leave out of HTML pages, in the format of SITE_MAIN. They apply to Markdown, text and page search.",
  },
  SITE_FRONTMATTER: {
    schema: ON_OFF,
    value: "on|off",
    help: "Whether pages as Markdown begin with YAML front matter: title, description, canonical URL, language and dates. The parameter frontmatter of /agent/read takes precedence.",
    default: "off",
  },
  RATE_LIMIT: {
    schema: RATE,
    value: "rate",
    help: "The rate limit of each client for /agent/ and /mcp, as requests/seconds or requests/seconds/burst; or off. The default burst is a third of the requests.",
    default: "60/60",
  },
  RATE_LIMIT_VERIFIED: {
    schema: RATE,
    value: "rate",
    help: "The rate limit of each verified agent (Web Bot Auth). With off, verified agents have the limit of other clients.",
    default: "five times RATE_LIMIT with three times its burst",
  },
  WEB_BOT_AUTH: {
    schema: ON_OFF,
    value: "on|off",
    help: "Whether to verify the signatures of agents with keys from their directories, and to sign requests to third parties.",
    default: "on",
  },
  MCP_ORIGINS: {
    schema: list(/^(\*|https?:\/\/[\w.:[\]-]+)$/, "an origin such as https://app.example, or *"),
    value: "origins",
    help: "The origins of web pages that may call /mcp from a browser, separated by commas, or * for all.",
    default: "the origin of the site",
  },
} as const;
