import type { Problem } from "../../http/problem.ts";
import { articlePage, html } from "../../lib/html-page/index.ts";
import type { Site } from "../site.ts";

/** The page for people who open a path where the site has nothing. */
export function notFoundPage({ name }: Site, { code, message, title }: Problem) {
  const heading = code === "not_found" ? "Page not found" : title;
  return articlePage({
    siteName: name,
    title: heading,
    main: html`<h1>${heading}</h1>
<p>${message}</p>
<p>Check the address, or go to the <a href="/">home page</a>. If you need help, <a href="/support">contact support</a>.</p>`,
  });
}
