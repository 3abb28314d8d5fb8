import { createPageStyle, type Html, type HtmlPage, html } from "../../lib/html-page/index.ts";
import { isLoopback } from "../../lib/kit/net/loopback.ts";
import { pageUrl, type Site } from "../site.ts";
import type { SummaryPage, SummarySection } from "./summary.ts";

/** The page on which people search a site with a table of contents. */
export const SEARCH_PATH = "/search";

interface DocumentationPage {
  readonly title: string;
  readonly description?: string | undefined;
  readonly language?: string | undefined;
  readonly main: Html;
  /** The path of the Markdown page. Absent for pages without a source. */
  readonly path?: string | undefined;
  readonly query?: string | undefined;
}

/** Lays out a page of a site with a table of contents: navigation, search, and the neighboring pages. */
export function documentationPage(
  site: Site,
  sections: readonly SummarySection[],
  { title, path, query, main, ...content }: DocumentationPage,
): HtmlPage {
  return {
    ...content,
    title: createTitle(title, site.name),
    style: DOCUMENTATION_STYLE,
    hasForm: true,
    header: html`<a class="skip" href="#main">Skip to the content</a>
<header><div class="bar"><a class="name" href="/">${site.name}</a><a class="jump" href="#pages">Pages</a>
<form role="search" action="${SEARCH_PATH}"><input type="search" name="q" value="${query ?? ""}" aria-label="Search" placeholder="Search" maxlength="200"></form></div></header>
<nav class="pages" id="pages" aria-label="Pages"><div>${sections.map((section) => renderSection(section, path))}</div></nav>`,
    main: html`${path !== undefined && renderActions(site, path)}${main}${path !== undefined && renderNeighbors(sections, path)}`,
  };
}

const createTitle = (title: string, siteName: string): string =>
  title === "" || title.endsWith(siteName) ? title || siteName : `${title} · ${siteName}`;

const renderSection = ({ title, pages }: SummarySection, current: string | undefined): Html =>
  html`${title !== undefined && html`<h2>${title}</h2>`}<ul>${pages.map(
    ({ title: text, path }) =>
      html`<li><a href="${path}"${path === current && html` aria-current="page"`}>${text}</a></li>`,
  )}</ul>`;

/** Links for people who work with an assistant. Assistants can't read a loopback address. */
function renderActions(site: Site, path: string): Html {
  const markdown = `${path}.md`;
  const prompt = encodeURIComponent(
    `Read ${pageUrl(site, markdown)} so that I can ask questions about it.`,
  );
  return html`<p class="actions"><button class="quiet" type="button" data-copy="${markdown}" hidden>Copy page</button><a href="${markdown}">Markdown</a>${
    !isLoopback(new URL(site.origin).hostname) &&
    html`<a href="https://claude.ai/new?q=${prompt}">Open in Claude</a><a href="https://chatgpt.com/?q=${prompt}">Open in ChatGPT</a>`
  }</p>
<script type="module">${{ html: COPY_SCRIPT }}</script>`;
}

/** Shows the button if the browser can copy, and copies the page's Markdown. */
const COPY_SCRIPT = `
const button = document.querySelector("[data-copy]");
if (navigator.clipboard) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const response = await fetch(button.dataset.copy, { headers: { accept: "text/markdown" } });
    await navigator.clipboard.writeText(await response.text());
    button.textContent = "Copied";
  });
}
`;

function renderNeighbors(sections: readonly SummarySection[], path: string): Html | false {
  const pages = sections.flatMap((section) => section.pages);
  const at = pages.findIndex((page) => page.path === path);
  if (at < 0) return false;
  const link = (page: SummaryPage | undefined, rel: string, label: string) =>
    page && html`<a rel="${rel}" href="${page.path}"><span>${label}</span>${page.title}</a>`;
  return html`<nav class="neighbors" aria-label="Previous and next page">${link(pages[at - 1], "prev", "Previous")}${link(pages[at + 1], "next", "Next")}</nav>`;
}

const DOCUMENTATION_STYLE = createPageStyle(`
:root{--width:46rem}
body{display:grid;grid-template:auto 1fr/16.5rem minmax(0,1fr);grid-template-areas:"header header" "pages main"}
.skip{position:absolute;left:-100vw}.skip:focus{left:1rem;top:.5rem;z-index:2;background:var(--card);padding:.4rem .8rem}
header{grid-area:header;position:sticky;top:0;z-index:1;background:var(--paper);border-bottom:1px solid var(--line)}
.bar{display:flex;gap:1rem;align-items:center;justify-content:space-between;padding:.6rem 1.5rem}
.name{font-weight:650;text-decoration:none;color:var(--ink)}.jump{display:none}
header form{width:min(22rem,55vw)}header input{min-height:2.3rem;padding-block:.25rem}
.pages{grid-area:pages;border-right:1px solid var(--line);padding:1.2rem 1rem 2rem 1.5rem;font-size:.9rem}
.pages>div{position:sticky;top:5rem;max-height:calc(100vh - 6rem);overflow-y:auto}
.pages h2{font-size:.8rem;color:var(--soft);margin:1.2rem 0 .3rem}
.pages ul{list-style:none;margin:0;padding:0}.pages li a{display:block;padding:.22rem .6rem;border-radius:7px;text-decoration:none;color:var(--ink)}
.pages li a:hover{background:var(--raised)}.pages [aria-current]{background:var(--tint);color:var(--go-strong);font-weight:600}
main{grid-area:main;padding:1.2rem 0 4rem;font-size:1rem;line-height:1.6}
main h1{font-size:2rem;margin:.6rem 0 1rem}main h2{font-size:1.35rem;margin:2.2rem 0 .6rem;scroll-margin-top:4.5rem}main h3{font-size:1.08rem;margin:1.6rem 0 .4rem;scroll-margin-top:4.5rem}
main img{max-width:100%;height:auto}
main code{font-size:.9em}main pre{background:var(--card);border:1px solid var(--line);border-radius:9px;padding:.9rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.86rem;line-height:1.5}main pre code{font-size:1em}
main table{border-collapse:collapse;overflow-wrap:anywhere;margin:0 0 1.2rem;font-size:.92rem}main th,main td{border-bottom:1px solid var(--line);padding:.45rem .8rem .45rem 0;text-align:left;vertical-align:top}
main blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid var(--line);color:var(--soft)}
.actions{display:flex;flex-wrap:wrap;gap:.5rem 1.1rem;align-items:center;font-size:.875rem;margin:0}
.neighbors{display:flex;gap:1rem;justify-content:space-between;margin-top:3rem}.neighbors a{border:1px solid var(--line);border-radius:10px;padding:.6rem 1rem;text-decoration:none}.neighbors a[rel=next]{margin-left:auto;text-align:right}.neighbors span{display:block;font-size:.8rem;color:var(--soft)}
.hits{list-style:none;padding:0}.hits li{margin:0 0 1.3rem}.hits a{font-weight:600}.hits p{margin:.15rem 0 0;color:var(--soft)}
@media(max-width:56rem){body{grid-template:auto auto 1fr/minmax(0,1fr);grid-template-areas:"header" "main" "pages"}.bar{padding-inline:1rem}.jump{display:inline}
.pages{border-right:0;border-top:1px solid var(--line);padding:.6rem 1rem 2rem;scroll-margin-top:3.5rem}.pages>div{position:static;max-height:none}}
`);
