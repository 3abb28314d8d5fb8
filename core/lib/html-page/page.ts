import { type Html, html } from "./html.ts";
import type { PageStyle } from "./page-style.ts";

/** The contents and the security policy of a page. */
export interface HtmlPage {
  /** The complete title. */
  readonly title: string;
  readonly description?: string | undefined;
  /** The language tag (BCP 47). Default: `en`. */
  readonly language?: string | undefined;
  readonly style: PageStyle;
  readonly bodyClass?: string | undefined;
  readonly header: Html;
  readonly main: Html;
  readonly footer?: Html | undefined;
  /** Set if only the person with the URL may see the page: it isn't cached, indexed or framed. */
  readonly isPrivate?: boolean | undefined;
  /** Set if the page has a form, which is submitted to the page's own origin. */
  readonly hasForm?: boolean | undefined;
  /** The other origins to which the form leads, perhaps by a redirect. */
  readonly formTargets?: readonly string[] | undefined;
  /**
   * Set if the service accepts the form only with `Origin`. The referrer policy is then
   * `same-origin`: with `no-referrer`, browsers send `Origin: null`, as they do from a foreign page.
   */
  readonly sendsOrigin?: boolean | undefined;
  /** The absolute URLs of images. */
  readonly images?: readonly string[] | undefined;
  /** The paths of modules that the page loads from its own origin. Default: scripts are forbidden. */
  readonly scripts?: readonly string[] | undefined;
  /** The URL to which the browser goes immediately. */
  readonly redirectTo?: string | undefined;
}

/** A page with the headers that protect it. */
interface RenderedPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Renders a page. It works without scripts, and its headers forbid all but those it names. */
export async function renderPage(page: HtmlPage): Promise<RenderedPage> {
  return { headers: await createHeaders(page), body: renderDocument(page) };
}

/** Renders the document of a page without its headers. */
export function renderDocument({
  title,
  description,
  language = "en",
  style,
  bodyClass,
  header,
  main,
  footer,
  isPrivate,
  sendsOrigin,
  scripts = [],
  redirectTo,
}: HtmlPage): string {
  const document = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isPrivate && privateMeta(sendsOrigin)}<title>${title}</title>
${description && html`<meta name="description" content="${description}">\n`}${redirectTo !== undefined && html`<meta http-equiv="refresh" content="0;url=${redirectTo}">\n`}${style.element}${scripts.map((path) => html`\n<script type="module" src="${path}"></script>`)}
</head>
<body${bodyClass && html` class="${bodyClass}"`}>
${header}
<main class="wrap" id="main">
${main}
</main>
${footer && html`<footer><p class="wrap">${footer}</p></footer>\n`}</body>
</html>
`;
  return document.html;
}

const privateMeta = (sendsOrigin = false) => html`<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="${referrerPolicy(sendsOrigin)}">
`;

const referrerPolicy = (sendsOrigin: boolean) => (sendsOrigin ? "same-origin" : "no-referrer");

async function createHeaders({
  style,
  images = [],
  hasForm,
  formTargets = [],
  sendsOrigin = false,
  isPrivate,
  scripts = [],
}: HtmlPage): Promise<Record<string, string>> {
  const imageOrigins = new Set(images.map((image) => new URL(image).origin));
  const policy = [
    "default-src 'none'",
    `style-src ${await style.source()}`,
    ...(imageOrigins.size > 0 ? [`img-src ${["'self'", ...imageOrigins].join(" ")}`] : []),
    ...(scripts.length > 0 ? SCRIPT_POLICY : []),
    `form-action ${hasForm ? ["'self'", ...formTargets].join(" ") : "'none'"}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "referrer-policy": referrerPolicy(sendsOrigin),
    "x-content-type-options": "nosniff",
    ...(isPrivate && PRIVATE_HEADERS),
  };
}

/** Scripts can't turn text into HTML or code. */
const SCRIPT_POLICY = [
  "script-src 'self'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

const PRIVATE_HEADERS = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex, nofollow",
};

/** The response that sends the browser to another URL with GET. */
export const seeOther = (location: string) => ({
  status: 303,
  headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  body: "",
});
