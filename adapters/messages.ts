import type { Catalog, PageEntry, Site } from "../core/index.ts";
import type { ServeOptions } from "./runtime/serve.ts";

/** What `--help` says. */
export const formatHelp = (
  settings: string,
): string => `Jackfield serves a web site to agents (search, pages as Markdown, discovery documents, an MCP server), and the tools of
third-party apps to whoever has a key.

  npm start                 serve the demo shop, or the folder or live site that SITE_CONTENT names
  npm run start:bun         the same on Bun
  npm run start:deno        the same on Deno
  npm run doctor            say what is wrong with the settings, the pages and the addresses; serve nothing
  npm run secrets           show, or rotate, the key that people's sign-ins are sealed with: -- show, -- rotate
  npm run catalog         compile the catalog of apps anew, from npm packages
  npm run apps              add an app of your own (-- add <file or URL>), or the OAuth client that you have at one (-- configure <app>)
  npm run keys              make, list and revoke the keys of the platform: -- create, -- list, -- revoke
  npm run signing-key       show, or rotate, the key with which fetches are signed: -- show, -- rotate

Settings are environment variables, or lines of a .env file in this folder:

${settings}
`;

interface SiteStarted {
  readonly site: Site;
  /** Why there are none yet, where a live site can't be reached. */
  readonly pages: readonly PageEntry[] | { readonly missing: string };
  /** Where it listens, which a proxy may stand before. */
  readonly listeningUrl: string;
  readonly demo: boolean;
  readonly runtime: string;
  /** Who takes the money; none where nothing is for sale. */
  readonly payments?: string | undefined;
}

/** How each payment provider is spoken of. */
const PAYMENT_LABELS: Readonly<Record<string, string>> = {
  sandbox: "a sandbox: no money moves",
  stripe: "paid at Stripe",
};

/** What is said when the service is up: what it serves, where, and a first thing to try. */
export function formatGreeting({
  site,
  pages,
  listeningUrl,
  demo,
  runtime,
  payments,
}: SiteStarted): string {
  const { origin, pagesOrigin = origin } = site;
  const listedPages = "missing" in pages ? [] : pages;
  const page = listedPages.find(({ path }) => path.startsWith("/docs/")) ?? listedPages[0];
  return `
Jackfield serves ${demo ? "the demo shop " : ""}"${site.name}" (${listedPages.length} pages) on ${runtime}.
${"missing" in pages ? `\n  No pages yet: ${pages.missing}\n  They are asked for again and again; ${origin}${site.isProxy ? "/.jackfield" : ""}/readyz answers 200 once they are there.\n` : ""}
  The web site    ${pagesOrigin}/
  For agents      ${origin}/agent/site.json
  MCP             ${origin}/mcp${payments ? `\n  Products        ${origin}/agent/commerce/products (${PAYMENT_LABELS[payments] ?? `paid at ${payments}`})` : ""}${listeningUrl === origin ? "" : `\n  Listening on    ${listeningUrl}`}

A first thing to try:

  curl "${listeningUrl}/agent/read?url=${pagesOrigin}${page?.path ?? "/"}"
${demo ? "\nYour own site: SITE_CONTENT=./folder npm start.\n" : ""}`;
}

/** What ends all that is said when the services are up. */
export const CLOSING_MESSAGE = `
All settings: npm start -- --help. Stop with Ctrl+C.
`;

interface PlatformStarted {
  readonly origin: string;
  /** Where it listens, which a proxy may stand before. */
  readonly listeningUrl: string;
  readonly catalog: Catalog;
}

/** What is said when the platform is up. */
export function formatPlatformGreeting({
  origin,
  listeningUrl,
  catalog: { apps, tools, progress: busy },
}: PlatformStarted): string {
  const offer =
    apps.length > 0
      ? `${apps.length.toLocaleString("en")} apps with ${tools.toLocaleString("en")} tools`
      : "apps and their tools";
  return `
Jackfield serves ${offer} to whoever has a key.
${busy ? `\n  ${busy}\n` : ""}
  API             ${origin}/api/v1/apps
  MCP             ${origin}/mcp${listeningUrl === origin ? "" : `\n  Listening on    ${listeningUrl}`}

A key, and a first question:

  npm run keys -- create --name laptop --permissions read,connect,run
  curl ${listeningUrl}/api/v1/tools/find -H "Authorization: Bearer <key>" -H "Content-Type: application/json" -d '{"task": "create an issue in my GitHub repository"}'
`;
}

/** What keeps the service from listening, in a sentence; nothing where it is something else that went wrong. */
export function explainListenError(
  error: unknown,
  { hostname, port, service }: ServeOptions & { readonly service: string },
): string | undefined {
  const { code } = error as { code?: string };
  if (code === "EADDRINUSE")
    return `Port ${port} of ${hostname} is in use: set ${service}_PORT to another one, or to 0 for any.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code?.startsWith("EAI_"))
    return `${service}_HOST is ${hostname}, which is no address of this machine.`;
  if (code === "EACCES")
    return `Port ${port} may not be taken by this user: set ${service}_PORT to one over 1023.`;
  return undefined;
}
