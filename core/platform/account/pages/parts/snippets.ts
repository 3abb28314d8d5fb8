import { type Html, html } from "../../../../lib/html-page/index.ts";
import { renderPageIcon } from "./icon.ts";

/** A way to use an API key: the code that a person copies, and what to know about it. */
interface Snippet {
  readonly id: string;
  readonly name: string;
  readonly text?: string | undefined;
  readonly code: string;
}

/** The placeholder in snippets before a key is there to fill in. */
const KEY_VARIABLE = "$JACKFIELD_API_KEY";

/**
 * Renders how each client uses the service. The key is a variable of the environment, because the
 * files that these snippets go into are often shared.
 */
export const renderSnippets = (origin: string): Html => renderTabs(createSnippets(origin));

/** Renders how programs run a tool with these arguments. */
export const renderCallSnippets = (
  origin: string,
  tool: string,
  input: Readonly<Record<string, unknown>>,
): Html => renderTabs(createCallSnippets(origin, tool, input));

const renderTabs = (snippets: readonly Snippet[]): Html => html`<div data-tabs="Clients">
${snippets.map(renderSnippet)}
</div>`;

const renderSnippet = ({ id, name, text, code }: Snippet): Html =>
  html`<section id="use-${id}"><h3>${name}</h3>
${text && html`<p class="note">${text}</p>`}
<div class="sheet"><pre tabindex="0" id="code-${id}"><code>${code}</code></pre>${renderCopyButton(`code-${id}`, "Copy", "ghost")}</div></section>`;

/** Renders a button that copies the text of an element. The script shows it. */
export const renderCopyButton = (id: string, label: string, style = ""): Html =>
  html`<button type="button" class="${style}" data-copy="${id}" hidden>${renderPageIcon("copy")}<span${style === "ghost" && html` class="sr"`}>${label}</span></button>`;

const createSnippets = (origin: string): readonly Snippet[] => [
  {
    id: "claude-code",
    name: "Claude Code",
    text: "Put the key into JACKFIELD_API_KEY first. Claude Code stores it in its settings.",
    code: `claude mcp add --transport http jackfield ${origin}/mcp \\
  --header "Authorization: Bearer ${KEY_VARIABLE}"`,
  },
  {
    id: "cursor",
    name: "Cursor",
    text: "In ~/.cursor/mcp.json.",
    code: JSON.stringify(
      {
        mcpServers: {
          jackfield: {
            url: `${origin}/mcp`,
            headers: { Authorization: "Bearer ${env:JACKFIELD_API_KEY}" },
          },
        },
      },
      null,
      2,
    ),
  },
  {
    id: "vs-code",
    name: "VS Code",
    text: "In .vscode/mcp.json. VS Code asks for the key, and stores it encrypted.",
    code: JSON.stringify(
      {
        inputs: [
          { id: "jackfield", type: "promptString", description: "Jackfield key", password: true },
        ],
        servers: {
          jackfield: {
            type: "http",
            url: `${origin}/mcp`,
            headers: { Authorization: "Bearer ${input:jackfield}" },
          },
        },
      },
      null,
      2,
    ),
  },
  {
    id: "javascript",
    name: "JavaScript",
    text: "The client reads JACKFIELD_API_KEY.",
    code: `import { Jackfield } from "@jackfield/client";

const jackfield = new Jackfield({ baseUrl: "${origin}" });
const { tools } = await jackfield.tools.find("today's exchange rate of the dollar");`,
  },
  {
    id: "python",
    name: "Python",
    text: "The client reads JACKFIELD_API_KEY.",
    code: `from jackfield import Jackfield

jackfield = Jackfield(base_url="${origin}")
found = jackfield.tools.find("today's exchange rate of the dollar")`,
  },
  {
    id: "curl",
    name: "curl",
    code: `curl ${origin}/api/v1/tools/find \\
  -H "Authorization: Bearer ${KEY_VARIABLE}" \\
  -H "Content-Type: application/json" \\
  -d '{"task": "exchange rate of the dollar today"}'`,
  },
  {
    id: "chat",
    name: "Claude and ChatGPT",
    text: "They need no key. In their settings, add a custom connector with this address, and sign in.",
    code: `${origin}/mcp`,
  },
];

function createCallSnippets(
  origin: string,
  tool: string,
  input: Readonly<Record<string, unknown>>,
): readonly Snippet[] {
  const json = JSON.stringify(input, null, 2);
  return [
    {
      id: "curl",
      name: "curl",
      code: `curl ${origin}/api/v1/tools/${tool}/run \\
  -H "Authorization: Bearer ${KEY_VARIABLE}" \\
  -H "Content-Type: application/json" \\
  -d ${quoteForShell(JSON.stringify({ arguments: input }))}`,
    },
    {
      id: "javascript",
      name: "JavaScript",
      code: `import { Jackfield } from "@jackfield/client";

const jackfield = new Jackfield({ baseUrl: "${origin}" });
const outcome = await jackfield.tools.run("${tool}", ${json});`,
    },
    {
      id: "python",
      name: "Python",
      code: `import json
from jackfield import Jackfield

jackfield = Jackfield(base_url="${origin}")
arguments = json.loads(${JSON.stringify(JSON.stringify(input))})
outcome = jackfield.tools.run("${tool}", arguments)`,
    },
    {
      id: "mcp",
      name: "MCP",
      text: "The call of the tool run_tool.",
      code: JSON.stringify({ name: "run_tool", arguments: { tool, arguments: input } }, null, 2),
    },
  ];
}

/** Quotes a text for a POSIX shell. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
