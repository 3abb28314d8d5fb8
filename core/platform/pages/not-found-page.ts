import type { Problem } from "../../http/problem.ts";
import { articlePage, html } from "../../lib/html-page/index.ts";
import { PRODUCT_NAME } from "../product-name.ts";

/** The page for people who open a path where the platform has nothing. */
export const notFoundPage = ({ message }: Problem) =>
  articlePage({
    siteName: PRODUCT_NAME,
    title: "Page not found",
    main: html`<h1>Page not found</h1>
<p>${message}</p>
<p>Check the address, or go to the <a href="/">home page</a>. If you wanted to connect an app, copy the whole link and try again.</p>`,
  });
