import type { HttpResponse } from "../../../http/handler.ts";
import { html } from "../../../lib/html-page/index.ts";
import { renderEntryPage } from "./entry-page.ts";
import type { PageRequest } from "./page-request.ts";

/**
 * Sends the browser to the provider, with a link as a fallback. A redirect of the form would need
 * the provider's origin in the Content-Security-Policy.
 */
export function renderRedirectPage(
  { context: { origin }, assets }: PageRequest,
  { url }: { readonly url: string },
): Promise<HttpResponse> {
  const { host } = new URL(url);
  return renderEntryPage(
    { origin, assets },
    {
      title: `Redirecting to ${host}`,
      redirectTo: url,
      main: html`<p class="lead">Sign in there. You then return to this site.</p>
<a class="button wide" href="${url}" rel="noreferrer">Continue to ${host}</a>`,
    },
  );
}
