import { type Html, html } from "./html.ts";
import type { HtmlPage } from "./page.ts";
import { createPageStyle } from "./page-style.ts";

/** A page of text below the name of a site. */
interface Article {
  readonly siteName: string;
  /** Precedes the site's name in the title of the page. */
  readonly title: string;
  readonly description?: string | undefined;
  readonly language?: string | undefined;
  readonly main: Html;
}

/** Lays out an article. Render it with `renderPage` or `renderDocument`. */
export const articlePage = ({ siteName, title, ...content }: Article): HtmlPage => ({
  ...content,
  title: title && title !== siteName ? `${title} · ${siteName}` : siteName,
  style: ARTICLE_STYLE,
  header: html`<header><p class="wrap"><a href="/">${siteName}</a></p></header>`,
});

const ARTICLE_STYLE = createPageStyle(`
:root{--width:42rem}
header{border-bottom:1px solid var(--line);padding-block:1.1rem}header p{margin:0}header a{font-weight:600}
main{padding-top:.5rem;font:1.0625rem/1.6 Charter,"Bitstream Charter","Iowan Old Style",Georgia,serif}
h1,h2,h3{line-height:1.2;text-wrap:balance}
h1{font-size:2.25rem;margin:1.5rem 0 1rem}h2{font-size:1.4rem;margin:2.25rem 0 .5rem}
p{margin:0 0 1rem}
img{max-width:100%;height:auto}
code,pre{font:.9em/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}
pre{background:var(--raised);border:1px solid var(--line);padding:1rem;white-space:pre-wrap;overflow-wrap:anywhere;border-radius:9px}pre code{font-size:1em}
table{margin:0 0 1rem;border-collapse:collapse;display:block;overflow-x:auto}th,td{border:1px solid var(--line);padding:.4rem .7rem;text-align:left}
blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid var(--line);color:var(--soft)}
button.link{display:inline;width:auto;min-height:0;padding:0;font:inherit;color:var(--go);background:none;border:0;text-decoration:underline;text-underline-offset:.18em}button.link:hover{color:var(--go-strong);background:none}
.contact{font-size:1.25rem;border-left:4px solid var(--go);padding-left:1rem}
`);
