import { prefersHtml } from "../../http/response/accept.ts";
import { documentResponse } from "../../http/response/document-response.ts";
import { articlePage, type Html, html, renderPage } from "../../lib/html-page/index.ts";
import { redirectToPageOrigin } from "../account/pages/page-handler.ts";
import { PRODUCT_NAME } from "../product-name.ts";
import type { Surface, SurfaceDeps } from "./surface.ts";

/** The home page: what the service is, the size of its catalog, and the first steps. */
export const home: Surface = {
  path: "/",
  methods: ["GET"],
  cost: { free: "people" },
  mediaTypes: ["text/html"],
  createHandler:
    ({ origin, commandLine, catalog, account }) =>
    async (request, context) => {
      const redirect =
        account && prefersHtml(request) && redirectToPageOrigin(context, account.origin);
      if (redirect) return redirect;
      if (account && (await account.findSession(request)))
        return account.overview(request, context);
      const main = html`${account && (await accountLink(account))}<h1>Apps and tools for AI agents</h1>
<p>${catalogSummary(catalog.apps.length, catalog.tools, catalog.progress)}</p>
<h2>Get started</h2>
${
  account
    ? html`<p>Sign in, and create an API key at <a href="/keys">Keys</a>.</p>`
    : html`<p>Create an API key in the folder that the service runs in. The key is shown once.</p>
<pre><code>${commandLine("keys create --name laptop --permissions read,connect,run")}</code></pre>`
}
<p>Search for a tool in plain language.</p>
<pre><code>curl ${origin}/api/v1/tools/find \\
  -H "Authorization: Bearer $JACKFIELD_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"task": "exchange rate of the dollar today"}'</code></pre>
<p>Or connect an MCP client to <code>${origin}/mcp</code> with the same header.</p>
<p>The complete API is in <a href="/openapi.json">openapi.json</a>.</p>`;
      const { headers, body } = await renderPage(
        articlePage({ siteName: PRODUCT_NAME, title: PRODUCT_NAME, main }),
      );
      return documentResponse(request, body, "text/html", {
        ...headers,
        ...(account && { vary: "cookie" }),
      });
    },
};

/** Links to the page to sign in or to set up the account. */
const accountLink = async (account: NonNullable<SurfaceDeps["account"]>): Promise<Html> =>
  (await account.isClaimed())
    ? html`<p><a href="/sign-in">Sign in</a></p>`
    : html`<p>Nobody has set up this account yet. <a href="/setup">Set it up</a> with the link from the terminal.</p>`;

function catalogSummary(apps: number, tools: number, progress: string | undefined): string {
  if (apps > 0)
    return `${count(apps, "app")} with ${count(tools, "tool")} ${apps === 1 ? "is" : "are"} available.`;
  return progress ?? "The app catalog is not ready.";
}

const count = (number: number, noun: string): string =>
  `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
