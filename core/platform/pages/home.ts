import { documentResponse } from "../../http/document-response.ts";
import { articlePage, html, renderPage } from "../../lib/html-page/index.ts";
import type { Surface } from "./surface.ts";

/** The home page: what the service is, the size of its catalog, and the first steps. */
export const home: Surface = {
  path: "/",
  methods: ["GET"],
  mediaTypes: ["text/html"],
  createHandler:
    ({ origin, commandLine, catalog }) =>
    async (request) => {
      const main = html`<h1>Apps and tools for AI agents</h1>
<p>${catalogSummary(catalog.apps.length, catalog.tools, catalog.progress)}</p>
<h2>Get started</h2>
<p>Create an API key in the folder that the service runs in. The key is shown once.</p>
<pre><code>${commandLine("keys create --name laptop --permissions read,connect,run")}</code></pre>
<p>Search for a tool in plain language.</p>
<pre><code>curl ${origin}/api/v1/tools/find \\
  -H "Authorization: Bearer $JACKFIELD_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"task": "exchange rate of the dollar today"}'</code></pre>
<p>Or connect an MCP client to <code>${origin}/mcp</code> with the same header.</p>
<p>The complete API is in <a href="/openapi.json">openapi.json</a>.</p>`;
      const { headers, body } = await renderPage(
        articlePage({ siteName: "Jackfield", title: "Jackfield", main }),
      );
      return documentResponse(request, body, "text/html", headers);
    },
};

function catalogSummary(apps: number, tools: number, progress: string | undefined): string {
  if (apps > 0)
    return `${count(apps, "app")} with ${count(tools, "tool")} ${apps === 1 ? "is" : "are"} available.`;
  return progress ?? "The app catalog is not ready.";
}

const count = (number: number, noun: string): string =>
  `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
