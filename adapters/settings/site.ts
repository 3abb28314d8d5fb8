import { statSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { explainNotUrl, HOSTS, integer, isHttpUrl, list, ON_OFF, ORIGIN } from "./schemas.ts";

/** What the site service is, and where its pages come from. */
export const SITE_SETTINGS = {
  SITE: {
    schema: ON_OFF,
    value: "on|off",
    help: "whether a web site is served to agents. Unset: on",
  },
  SITE_CONTENT: {
    schema: z.string().transform((text, { addIssue }): { folder: string } | { url: URL } => {
      const url = /^[a-z][a-z\d+.-]+:\/\//i.test(text) ? URL.parse(text) : undefined;
      if (url) {
        url.hash = "";
        if (!/^https?:$/.test(url.protocol))
          addIssue(`is ${text}: a live site's address begins with https:// or http://`);
        else if (url.username || url.password)
          addIssue(
            `has a user name or a password in its URL for ${url.host}: a site is read as everybody sees it`,
          );
        return { url };
      }
      const folder = resolve(text);
      if (url === null) addIssue(`is ${text}, which is no URL`);
      else if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
        addIssue(
          `is ${text}, which is no folder${/^[\w-]+(\.[\w-]+)+(\/|$)/.test(text) ? `; a live site is written https://${text}` : ""}`,
        );
      return { folder };
    }),
    value: "folder|URL",
    help: "the site's pages: a folder of HTML or Markdown, with or without a sitemap.xml; or a live site, by its address or its sitemap's. The folder must not contain DATA_DIR. Unset: a demo shop",
  },
  SITE_ORIGIN: {
    schema: z.string().transform((text, { addIssue }) => {
      const url = URL.parse(text);
      if (!url || !/^https?:$/.test(url.protocol))
        addIssue(`is ${text}, which is no http or https URL`);
      else if (url.username || url.password)
        addIssue(`has a user name or a password in its URL for ${url.host}`);
      else if (url.href !== `${url.origin}/`)
        addIssue(`is ${text}: it must be an origin alone, such as ${url.origin}`);
      return url?.origin ?? text;
    }),
    value: "URL",
    help: "a web site to stand in front of, instead of SITE_CONTENT: what is not for agents is passed on to it as it comes. It may be private",
  },
  SITE_ORIGIN_HOST: {
    schema: z.enum(["public", "own"], { error: ({ input }) => `is ${input}: it is public or own` }),
    value: "which",
    help: "the Host that SITE_ORIGIN is asked for: that of SITE_URL (public) or its own. Unset: public over http://, its own over https:// and without a SITE_URL",
  },
  SITE_URL: {
    schema: ORIGIN,
    value: "URL",
    help: "the public base of what is served here. Unset: where the service listens",
  },
  SITE_HOST: {
    schema: z.string(),
    value: "address",
    help: "the address to listen on. Unset: 127.0.0.1",
  },
  SITE_PORT: {
    schema: integer(0, 65_535),
    value: "port",
    help: "the port to listen on; 0 takes any free one. Unset: 4100",
  },
  SITE_HOSTS: {
    schema: HOSTS,
    value: "names",
    help: "more Host names to answer for, with commas between. SITE_URL's and localhost always are",
  },
  SITE_NAME: {
    schema: z.string().max(200, "is too long: at most 200 characters"),
    value: "text",
    help: "the site's name. Unset: the title of its first page",
  },
  SITE_DESCRIPTION: {
    schema: z.string().max(1000, "is too long: at most 1000 characters"),
    value: "text",
    help: "what the site is about. Unset: its first page says",
  },
  SITE_SUPPORT: {
    schema: z.string().refine((text) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(text) || isHttpUrl(text), {
      error: ({ input }) => `is ${input}, which is neither an e-mail address nor a URL`,
    }),
    value: "address",
    help: "an e-mail address or a URL for support and removal requests, shown on /support",
  },
  SITE_SECURITY_CONTACT: {
    schema: z.string().transform((text, { addIssue }) => {
      if (/^(mailto:)?[^\s@<>":]+@[^\s@<>"]+$/.test(text))
        return text.startsWith("mailto:") ? text : `mailto:${text}`;
      if (!URL.canParse(text) || new URL(text).protocol !== "https:")
        addIssue(`is ${text}, which is neither an e-mail address nor an https URL`);
      return text;
    }),
    value: "address",
    help: "whom to tell of a weakness, an e-mail address or an https URL: /.well-known/security.txt says so. Unset: there is no security.txt but the site's own",
  },
  SITE_SECURITY_POLICY: {
    schema: z.string().refine(isHttpUrl, { error: explainNotUrl }),
    value: "URL",
    help: "what becomes of what was told, for security.txt",
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
            `has ${signal || "nothing"}, which is no signal: search, ai-input and ai-train are =yes or =no, use is =immediate, =reference or =full`,
          );
      return signals.join(", ");
    }),
    value: "signals",
    help: "what the pages may be used for, such as search=yes, ai-input=yes, ai-train=no: the Content-Signal of robots.txt and of pages as Markdown. Unset: nothing is said",
  },
  SITE_AI_AGENTS: {
    schema: z.enum(["allow", "disallow"], {
      error: ({ input }) => `is ${input}: it is allow or disallow`,
    }),
    value: "rule",
    help: "names the crawlers of AI companies in robots.txt, and lets them in (allow) or keeps them out (disallow); those that the site's own file names are left to it. Unset: they are not named",
  },
  SITE_HTML_HINTS: {
    schema: ON_OFF,
    value: "on|off",
    help: "adds to the head of each page of the site a link to its Markdown, and a comment for agents that read its source. Unset: off, the HTML stays as it is",
  },
  MCP_ORIGINS: {
    schema: list(/^(\*|https?:\/\/[\w.:[\]-]+)$/, "an origin such as https://app.example, or *"),
    value: "origins",
    help: "web pages that may call /mcp from a browser, with commas between; * for all. Unset: the site's own",
  },
} as const;
