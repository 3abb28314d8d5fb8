import { articlePage, type Html, html } from "../../lib/html-page/index.ts";
import { type Site, serviceUrl } from "../site.ts";

/** The support page. */
export const supportPage = (site: Site) =>
  articlePage({
    siteName: site.name,
    title: "Support",
    description: `Help with ${site.name}, and requests to have content removed.`,
    main: supportText(site),
  });

const supportText = (site: Site): Html => html`<h1>Support</h1>
${contactHtml(site)}
<h2>Get help</h2>
<p>Name the page or product. Describe what you did and what you expected instead. If you saw an error, include its exact
wording.</p>
<h2>Have content removed</h2>
<p>If a page shows content of yours that shouldn't be here, or that you don't want agents to read, use the same contact.
Include the URL of the page and the reason. Agents get the pages in their current form. Once a page is changed or removed,
agents no longer get the old version.</p>
<h2>For agents</h2>
<p>See <a href="/agent/site.json">/agent/site.json</a> and <a href="/llms.txt">/llms.txt</a> for everything that you can read
here. No credentials are required. Stay under one request a second, and send a User-Agent that names your agent. Support
can't be contacted through the API, so ask a person to do it.</p>`;

function contactHtml({ contact, origin, pagesOrigin = origin }: Site): Html {
  if (!contact) {
    return html`<p class="contact">The operator of ${pagesOrigin} hasn't published a contact yet.</p>
<p>If you run this site, set <code>SITE_SUPPORT</code> to an email address or a URL to show it here.</p>`;
  }
  const href = contact.includes("://") ? contact : `mailto:${contact}`;
  return html`<p class="contact">Contact: <a href="${href}">${contact}</a></p>`;
}

/** Returns the URL of the support page, and the operator's contact if there is one. */
export const supportInfo = (site: Site): { url: string; contact?: string } => ({
  url: serviceUrl(site, "/support"),
  ...(site.contact && { contact: site.contact }),
});
