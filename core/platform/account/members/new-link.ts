import { type Html, html } from "../../../lib/html-page/index.ts";
import { renderJack } from "../pages/parts/jack.ts";
import { renderCopyButton } from "../pages/parts/snippets.ts";

/** Renders a link that is shown once. */
export const renderNewLink = (url: string, title: string, text: Html | string): Html =>
  html`<div class="fresh"><p class="eyebrow">${renderJack("active")}New link</p>
<h2>${title}</h2>
<p>${text} It can't be shown again.</p>
<div class="secret"><code id="secret" aria-label="The link">${url}</code>${renderCopyButton("secret", "Copy")}</div></div>`;
