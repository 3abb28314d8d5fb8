import { escapeHtml, renderShell } from "../../domain/shell.ts";
import { type Site, serviceUrl } from "./site.ts";

/** The support page, for people; complete in itself, without a script. */
export function supportPage(site: Site): string {
  const description = `Help with ${site.name}, and requests to have something removed.`;
  return renderShell(site, { title: "Support", description, main: supportText(site) });
}

const supportText = (site: Site): string => `<h1>Support</h1>
${contactHtml(site)}
<h2>Asking for help</h2>
<p>Say which page or product it is about, what you did, and what you expected instead. The more exact the words of an
error, the quicker the answer.</p>
<h2>Having something removed</h2>
<p>If a page shows something of yours that should not be here, or if you don't want it read by agents, write to the same
address with the page's address and the reason. Answers to agents are made from the pages as they stand: once a page is
changed or gone, so is what agents get of it.</p>
<h2>For agents</h2>
<p>Everything that can be read here is listed in <a href="/agent/site.json">/agent/site.json</a>
and <a href="/llms.txt">/llms.txt</a>. No key is needed. Stay under one request a second, and send a User-Agent that names
your agent. Nothing can be asked of support through the interface: a person has to write.</p>`;

function contactHtml({ contact: contactHtml, origin, pagesOrigin = origin }: Site): string {
  if (!contactHtml) {
    return `<p class="contact">The operator of ${escapeHtml(pagesOrigin)} has not published an address yet.</p>
<p>If you run this site: set <code>SITE_SUPPORT</code> to an e-mail address or a URL, and it stands here.</p>`;
  }
  const href = contactHtml.includes("://") ? contactHtml : `mailto:${contactHtml}`;
  return `<p class="contact">Write to <a href="${escapeHtml(href)}">${escapeHtml(contactHtml)}</a>.</p>`;
}

/** What the site says of its support, as a page of its own or elsewhere. */
export const supportInfo = (site: Site): { url: string; contact?: string } => ({
  url: serviceUrl(site, "/support"),
  ...(site.contact && { contact: site.contact }),
});
