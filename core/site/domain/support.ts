import { urlOf, type Site } from "./site.ts";

/** The support page, for people; complete in itself, without a script. */
export function supportPage(site: Site): string {
  const name = escaped(site.name);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Support · ${name}</title>
<meta name="description" content="Help with ${name}, and requests to have something removed.">
<style>${STYLE}</style>
</head>
<body>
<header><a href="/">${name}</a></header>
<main>
<h1>Support</h1>
${contact(site)}
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
your agent. Nothing can be asked of support through the interface: a person has to write.</p>
</main>
</body>
</html>
`;
}

function contact({ contact, origin }: Site): string {
  if (!contact) {
    return `<p class="contact">The operator of ${escaped(origin)} has not published an address yet.</p>
<p>If you run this site: set <code>SITE_SUPPORT</code> to an e-mail address or a URL, and it stands here.</p>`;
  }
  const href = contact.includes("://") ? contact : `mailto:${contact}`;
  return `<p class="contact">Write to <a href="${escaped(href)}">${escaped(contact)}</a>.</p>`;
}

/** What the site says of its support, as a page of its own or elsewhere. */
export const supportOf = (site: Site): { url: string; contact?: string } => ({
  url: urlOf(site, "/support"),
  ...(site.contact && { contact: site.contact }),
});

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const STYLE = `
:root{color-scheme:light dark;--ink:#1c2024;--soft:#5a6570;--paper:#fbfaf8;--line:#d9d5cd;--link:#0b5d57}
@media(prefers-color-scheme:dark){:root{--ink:#e8e6e1;--soft:#a3acb4;--paper:#16191c;--line:#343a40;--link:#7fd1c7}}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 Charter,"Bitstream Charter","Iowan Old Style",Georgia,serif}
header,main{max-width:40rem;margin:0 auto;padding:1.5rem 1.25rem}
header{border-bottom:1px solid var(--line);font-family:system-ui,sans-serif}
h1{font-size:2.25rem;line-height:1.15;margin:1.5rem 0 1rem}h2{font-size:1.25rem;margin:2.25rem 0 .5rem}
a{color:var(--link)}a:focus-visible{outline:3px solid;outline-offset:3px}
.contact{font-size:1.25rem;border-left:4px solid var(--link);padding-left:1rem}code{font-size:.9em}`;
