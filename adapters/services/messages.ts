import { formatCount } from "../../core/lib/kit/text/format-count.ts";
import type { Catalog } from "../../core/ports/catalog.ts";
import type { PageEntry } from "../../core/ports/content.ts";
import type { Site } from "../../core/site.ts";
import type { AppOverrides } from "../catalog/own-apps/app-overrides.ts";
import { commandLine } from "../runtime/command-line.ts";
import type { ServeOptions } from "../runtime/serve.ts";

interface SiteStarted {
  readonly site: Site;
  /** The pages, or the reason why a live site's pages aren't available yet. */
  readonly pages: readonly PageEntry[] | { readonly missing: string };
  /** The URL that the server listens on. A reverse proxy may be in front of it. */
  readonly listeningUrl: string;
  readonly demo: boolean;
  readonly runtime: string;
  /** Where buyers pay. Undefined if the site has no products. */
  readonly payments?: string | undefined;
}

/** Formats the startup message of the site: its name, its URLs and a command to try. */
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
  const isFolder = site.pagesOrigin === undefined && !site.isProxy;
  const shownPath =
    isFolder && !listedPages.some(({ path }) => path === "/") ? listedPages[0]?.path : "/";
  const lines = [
    `Jackfield serves ${demo ? "the demo shop " : ""}"${site.name}" (${formatCount(listedPages.length, "page")}) on ${runtime}.`,
    "",
  ];
  if ("missing" in pages) {
    const readinessUrl = `${origin}${site.isProxy ? "/.jackfield" : ""}/readyz`;
    lines.push(
      `  No pages yet: ${pages.missing}`,
      `  Jackfield keeps trying. ${readinessUrl} returns 200 once the pages are available.`,
      "",
    );
  } else if (pages.length === 0)
    lines.push(
      "  Warning: there are no pages, so agents find nothing.",
      isFolder
        ? "  Add HTML or Markdown files, or set SITE_CONTENT to another folder. Then restart Jackfield."
        : `  Check the sitemap: ${commandLine("doctor")}`,
      "",
    );
  // Without a home page, the root of a folder answers 404.
  if (!isFolder || listedPages.length > 0)
    lines.push(`  Website         ${pagesOrigin}${shownPath}`);
  lines.push(`  For agents      ${origin}/agent/site.json`, `  MCP             ${origin}/mcp`);
  if (payments) {
    lines.push(`  Products        ${origin}/agent/commerce/products (${payments})`);
  }
  if (listeningUrl !== origin) lines.push(`  Listening on    ${listeningUrl}`);
  const example = page
    ? {
        title: "Read a page as Markdown:",
        command: `curl "${listeningUrl}/agent/read?url=${pagesOrigin}${page.path}"`,
      }
    : {
        title: "Get the description of the site:",
        command: `curl "${listeningUrl}/agent/site.json"`,
      };
  lines.push("", example.title, "", `  ${example.command}`);
  if (demo)
    lines.push("", "Serve your own site:", "", `  SITE_CONTENT=./folder ${commandLine("")}`);
  return `\n${lines.join("\n")}\n`;
}

/** The end of the startup messages. */
export const CLOSING_MESSAGE = `
To list all settings, run ${commandLine("--help")}. To stop, press Ctrl+C.
`;

interface PlatformStarted {
  readonly origin: string;
  /** The URL that the server listens on. A reverse proxy may be in front of it. */
  readonly listeningUrl: string;
  readonly catalog: Pick<Catalog, "apps" | "tools" | "progress">;
  /** Local servers that replace the APIs of apps. */
  readonly appOverrides: AppOverrides;
  /** The setup link or where it is. Absent if the account is set up. */
  readonly setup?: string | undefined;
}

/** Formats the startup message of the platform: its apps, its URLs, its app overrides and commands to try. */
export function formatPlatformGreeting({
  origin,
  listeningUrl,
  catalog: { apps, tools, progress },
  appOverrides,
  setup,
}: PlatformStarted): string {
  const catalogSize =
    apps.length > 0
      ? `${formatCount(apps.length, "app")} with ${formatCount(tools, "tool")}`
      : "third-party apps and their tools";
  const lines = [`The platform serves ${catalogSize}.`, ""];
  if (progress) lines.push(`  ${progress}`, "");
  if (setup !== undefined) lines.push(`  Set up          ${setup}`);
  lines.push(`  API             ${origin}/api/v1/apps`, `  MCP             ${origin}/mcp`);
  if (listeningUrl !== origin) lines.push(`  Listening on    ${listeningUrl}`);
  for (const [slug, server] of appOverrides)
    lines.push(`  Overridden      ${slug} -> ${server} (APP_OVERRIDES)`);
  lines.push(
    "",
    "Create an API key, then find a tool:",
    "",
    `  ${commandLine("keys create --name laptop --permissions read,connect,run")}`,
    `  curl ${listeningUrl}/api/v1/tools/find -H "Authorization: Bearer <key>" -H "Content-Type: application/json" -d '{"task": "exchange rate of the dollar today"}'`,
  );
  return `\n${lines.join("\n")}\n`;
}

/**
 * Explains why a service can't listen, and how to fix it. Returns undefined for any other error.
 */
export function explainListenError(
  error: unknown,
  { hostname, port, service }: ServeOptions & { readonly service: "SITE" | "PLATFORM" },
): { readonly message: string; readonly hint: string } | undefined {
  const { code } = error as { code?: string };
  if (code === "EADDRINUSE")
    return {
      message: `Port ${port} on ${hostname} is already in use.`,
      hint: `Set ${service}_PORT to another port, or to 0 for any free port.`,
    };
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code?.startsWith("EAI_"))
    return {
      message: `${service}_HOST is "${hostname}", which is not an address of this machine.`,
      hint: `Set ${service}_HOST to an address of this machine, such as 127.0.0.1.`,
    };
  if (code === "EACCES")
    return {
      message: `This user has no permission to listen on port ${port}.`,
      hint: `Set ${service}_PORT to a port above 1023.`,
    };
  return undefined;
}
