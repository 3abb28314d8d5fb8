import { statSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { explainNotUrl, HOSTS, integer, isHttpUrl, list, ON_OFF, ORIGIN } from "./schemas.ts";

/** What the site service is, and where its pages come from. */
export const SITE_SETTINGS = {
  SITE: {
    schema: ON_OFF,
    value: "on|off",
    help: "whether to serve the site. Default: on",
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
    help: "the site's pages: a folder of HTML or Markdown files, or the URL of a live site or of its sitemap. The folder must not contain DATA_DIR. Default: a demo shop",
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
    help: "the origin of a site to run in front of as a reverse proxy, instead of SITE_CONTENT. It may be on a private network",
  },
  SITE_ORIGIN_HOST: {
    schema: z.enum(["public", "own"], { error: ({ input }) => `is ${input}: it is public or own` }),
    value: "public|own",
    help: "the Host header for requests to SITE_ORIGIN: the host of SITE_URL (public) or of SITE_ORIGIN (own). Default: public for http:// with a SITE_URL, otherwise own",
  },
  SITE_URL: {
    schema: ORIGIN,
    value: "URL",
    help: "the public origin of the site. Default: the address that it listens on",
  },
  SITE_HOST: {
    schema: z.string(),
    value: "address",
    help: "the address to listen on. Default: 127.0.0.1",
  },
  SITE_PORT: {
    schema: integer(0, 65_535),
    value: "port",
    help: "the port to listen on; 0 selects a free port. Default: 4100",
  },
  SITE_HOSTS: {
    schema: HOSTS,
    value: "names",
    help: "additional host names to accept, separated by commas. The host of SITE_URL and localhost are always accepted",
  },
  SITE_NAME: {
    schema: z.string().max(200, "is too long: at most 200 characters"),
    value: "text",
    help: "the site's name. Default: the title of its home page",
  },
  SITE_DESCRIPTION: {
    schema: z.string().max(1000, "is too long: at most 1000 characters"),
    value: "text",
    help: "the site's description. Default: the description of its home page",
  },
  SITE_SUPPORT: {
    schema: z.string().refine((text) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(text) || isHttpUrl(text), {
      error: ({ input }) => `is ${input}, which is neither an e-mail address nor a URL`,
    }),
    value: "address",
    help: "an email address or URL for support and removal requests, shown on /support",
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
    help: "an email address or https URL for security reports, published in /.well-known/security.txt. Default: only the site's own security.txt",
  },
  SITE_SECURITY_POLICY: {
    schema: z.string().refine(isHttpUrl, { error: explainNotUrl }),
    value: "URL",
    help: "the URL of your security policy, for security.txt",
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
    help: "what pages may be used for, such as search=yes, ai-input=yes, ai-train=no. Sent as Content-Signal in robots.txt and with pages as Markdown. Default: no signal",
  },
  SITE_AI_AGENTS: {
    schema: z.enum(["allow", "disallow"], {
      error: ({ input }) => `is ${input}: it is allow or disallow`,
    }),
    value: "allow|disallow",
    help: "adds rules for the crawlers of AI companies to robots.txt: allow or disallow. The site's own rules win. Default: no rules",
  },
  SITE_HTML_HINTS: {
    schema: ON_OFF,
    value: "on|off",
    help: "whether to add a link to the Markdown version and a comment for agents to the head of each HTML page. Default: off",
  },
  MCP_ORIGINS: {
    schema: list(/^(\*|https?:\/\/[\w.:[\]-]+)$/, "an origin such as https://app.example, or *"),
    value: "origins",
    help: "origins of web pages that may call /mcp from a browser, separated by commas; * allows all. Default: the site's own origin",
  },
} as const;
