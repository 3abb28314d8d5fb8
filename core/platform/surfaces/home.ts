import { renderShell } from "../../domain/shell.ts";
import { documentResponse } from "../../http/document-response.ts";
import { PAGE_SECURITY_HEADERS } from "../../http/response.ts";
import type { Surface } from "./surface.ts";

/** What a person sees who opens the service's address in a browser: what it is, how many apps it has, and what to try. */
export const home: Surface = {
  path: "/",
  methods: ["GET"],
  mediaTypes: ["text/html"],
  createHandler:
    ({ origin, catalog }) =>
    (request) => {
      const main = `<h1>Apps and their tools, for agents</h1>
<p>${catalogSummary(catalog.apps.length, catalog.tools, catalog.progress)}</p>
<h2>What to do first</h2>
<p>Make a key, in the folder that the service runs in. It is shown once.</p>
<pre><code>npm run keys -- create --name laptop --permissions read,connect,run</code></pre>
<p>Ask for a tool in plain words.</p>
<pre><code>curl ${origin}/api/v1/tools/find \\
  -H "Authorization: Bearer $JACKFIELD_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"task": "create an issue in my GitHub repository"}'</code></pre>
<p>Or give an MCP client the address <code>${origin}/mcp</code> and the same header.</p>
<p>The whole interface is in <a href="/openapi.json">openapi.json</a>.</p>`;
      return documentResponse(
        request,
        renderShell({ name: "Jackfield" }, { title: "Jackfield", main }),
        "text/html",
        PAGE_SECURITY_HEADERS,
      );
    },
};

function catalogSummary(apps: number, tools: number, busy: string | undefined): string {
  if (apps > 0)
    return `${apps.toLocaleString("en")} apps with ${tools.toLocaleString("en")} tools can be found here.`;
  return busy ?? "There is no catalog of apps yet.";
}
