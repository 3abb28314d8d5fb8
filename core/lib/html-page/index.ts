export { articlePage } from "./article.ts";
export { BASE_STYLE } from "./base-style.ts";
export { renderErrorSummary, renderField } from "./form.ts";
export { escapeHtml, type Html, html } from "./html.ts";
export { renderIcon } from "./icon.ts";
export { type HtmlPage, renderDocument, renderPage, seeOther } from "./page.ts";
export { createPageStyle, linkPageStyle } from "./page-style.ts";
