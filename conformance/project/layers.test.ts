import { describe, expect, test } from "vitest";
import { parseSource, readSources, type Source } from "./imports.ts";

/** The layers, outermost first. A file may import from its own layer and from later ones. */
const LAYERS = [
  "conformance/",
  "adapters/",
  /^core\/(index|site)\.ts$/,
  /^core\/(site|platform)\//,
  "core/mcp/",
  "core/http/",
  "generated/",
  "core/ports/",
  "core/lib/",
  // For the version.
  "package.json",
] as const;

/** Files of the core that adapters may import. */
const PUBLIC_CORE = /^core\/((index|site)\.ts$|ports\/|lib\/kit\/|lib\/[\w-]+\/(\w+\/)?index\.ts$)/;

const layerIndex = (file: string) =>
  LAYERS.findIndex((layer) =>
    typeof layer === "string" ? file.startsWith(layer) : layer.test(file),
  );

/** The file with stems and stop words. */
const LANGUAGES = { files: /^core\/lib\/page-search\/languages\.ts$/ };

/**
 * The packages that core/ may import, with the files that may import them. Type-only imports are
 * allowed everywhere.
 */
const PACKAGES: Readonly<Record<string, { files?: RegExp; typesOnly?: boolean }>> = {
  zod: { files: /^core\/http\/input\/input-schema\.ts$/ },
  "itty-router": { files: /^core\/http\/routing\/router\.ts$/ },
  "@modelcontextprotocol/sdk/server/index.js": { files: /^core\/mcp\/dispatcher\.ts$/ },
  "@modelcontextprotocol/sdk/types.js": { files: /^core\/mcp\/dispatcher\.ts$/ },
  "@modelcontextprotocol/sdk/shared/transport.js": { typesOnly: true },
  htmlparser2: {},
  "structured-headers": {
    files: /^core\/(lib\/http-signatures\/fields|site\/protocols\/ucp\/ucp-agent)\.ts$/,
  },
  marked: {},
  "@marcbachmann/cel-js": {
    files: /^core\/lib\/expressions\/(parse|compile|compiler|access|conditions|macros)\.ts$/,
  },
  croner: { files: /^core\/lib\/schedule\/schedule\.ts$/ },
  stemmer: { files: /^core\/lib\/(tool-search\/words\/stem|page-search\/languages)\.ts$/ },
  ...Object.fromEntries(
    "dutch english french german italian portuguese russian spanish swedish"
      .split(" ")
      .flatMap((language) => [
        [`@orama/stemmers/${language}`, LANGUAGES],
        [`@orama/stopwords/${language}`, LANGUAGES],
      ]),
  ),
  re2js: { files: /^core\/lib\/json-schema\/patterns\/pattern\.ts$/ },
  aws4fetch: { files: /^core\/lib\/openapi-tools\/credentials\/sigv4\.ts$/ },
};

/** Globals that belong to one runtime, or that bypass a port. */
const RUNTIME_ONLY_PATTERNS = [
  "process",
  "Buffer",
  "Bun",
  "Deno",
  "require",
  "__dirname",
  "fetch",
  "XMLHttpRequest",
  "setImmediate",
];

/**
 * Files that may read `process.env`: entry points, fixtures that tests start, and the file that
 * reads a variable of npm.
 */
const ENVIRONMENT_READERS =
  /^adapters\/(start|main|services\/serve-until-stopped|cli\/start-deno|package\/binary\/entry|runtime\/(fixture|start-on|command-line))\.ts$/;

const core = readSources("core");
const adapters = readSources("adapters");
const generated = readSources("generated");
const toTestTable = (sources: readonly Source[]) =>
  sources.map((source) => [source.file, source] as const);

describe("imports go one way", () => {
  test.each(toTestTable([...core, ...adapters, ...generated]))(
    "%s imports from its own layer and later ones",
    (file, source) => {
      expect(layerIndex(file), "its layer").not.toBe(-1);
      expect(backwardImports(source)).toEqual([]);
    },
  );

  test.each(toTestTable(adapters))(
    "%s imports only the indexes and the ports of the core",
    (_, { imports }) => {
      const coreImports = imports
        .filter(({ from }) => from.startsWith("core/"))
        .map(({ from }) => from);
      expect(coreImports.filter((from) => !PUBLIC_CORE.test(from))).toEqual([]);
    },
  );

  test.each(toTestTable(generated))(
    "%s imports nothing from outside generated/",
    (file, { imports }) => {
      const others = imports.filter(
        ({ from, isPackage }) => isPackage || !from.startsWith("generated/"),
      );
      // The package's condition "node" selects these files.
      const allowed = file.endsWith("-node.ts") ? ["node:crypto"] : [];
      expect(others.map(({ from }) => from)).toEqual(allowed);
    },
  );
});

describe("the core runs on every runtime", () => {
  test.each(toTestTable(core))("%s imports only the listed packages", (file, { imports }) => {
    expect(disallowedPackages(file, imports)).toEqual([]);
  });

  test.each(toTestTable(core))("%s uses no global of a single runtime", (_, { names }) => {
    expect(RUNTIME_ONLY_PATTERNS.filter((name) => names.has(name))).toEqual([]);
  });
});

test.each(toTestTable(adapters))("%s doesn't read environment variables", (file, { text }) => {
  if (!ENVIRONMENT_READERS.test(file)) expect(text).not.toMatch(/\b(process|Deno|Bun)\.env\b/);
});

describe("the libraries", () => {
  test.each(toTestTable(core.filter(({ file }) => file.startsWith("core/lib/"))))(
    "%s names neither a vendor nor the product",
    (file, { text }) => expect(findVendors(file, text)).toEqual([]),
  );

  test("name the lines of a vendor, and where else it belongs", () => {
    const text = "const a = 1;\n/** As Slack does. */\n";
    expect(findVendors("core/lib/kit/x.ts", text)).toEqual([
      'core/lib/kit/x.ts:2: "Slack". Pass it in, or describe what it does without the name.',
    ]);
    expect(findVendors("core/lib/kit/x.ts", "// slackness, boxes, linear")).toEqual([]);
  });
});

describe("the rules", () => {
  const findProblems = (file: string, text: string) => {
    const { imports, names } = parseSource(file, text);
    return [
      ...backwardImports({ file, imports }),
      ...disallowedPackages(file, imports),
      ...RUNTIME_ONLY_PATTERNS.filter((name) => names.has(name)),
    ];
  };

  test.each([
    ["core/http/x.ts", 'import { a } from "../site/index.ts";'],
    ["core/lib/x/y.ts", 'export * from "../../ports/outbound.ts";'],
    ["core/http/problem.ts", 'import { a } from "../../adapters/telemetry/log.ts";'],
    ["core/http/x.ts", 'const a = await import("../../adapters/log.ts");'],
    ["core/http/x.ts", 'import { readFile } from "node:fs/promises";'],
    ["core/http/x.ts", 'import { IttyRouter } from "itty-router";'],
    ["core/mcp/x.ts", 'import { a } from "@modelcontextprotocol/sdk/types.js";'],
    [
      "core/mcp/dispatcher.ts",
      'import { a } from "@modelcontextprotocol/sdk/shared/transport.js";',
    ],
    ["core/http/routing/run-operation.ts", "const a = process.env.HOME;"],
    ["core/http/routing/run-operation.ts", "Buffer.from(a);"],
    ["core/http/routing/run-operation.ts", 'await fetch("http://a.example/");'],
    ["core/http/routing/run-operation.ts", "globalThis; Deno.serve(a);"],
  ])("reject in %s: %s", (file, text) => expect(findProblems(file, text)).not.toEqual([]));

  test.each([
    ["core/mcp/tools.ts", 'import type { Tool } from "@modelcontextprotocol/sdk/types.js";'],
    [
      "core/http/handler.ts",
      "export function toFetch(handler) { return (request) => handler.fetch(request); }",
    ],
    ["core/ports/outbound.ts", "export interface Outbound { fetch(url: string): void }"],
    ["core/site/documents/x.ts", 'import { text } from "../../http/response.ts";'],
  ])("accept in %s: %s", (file, text) => expect(findProblems(file, text)).toEqual([]));
});

const backwardImports = ({ file, imports }: Pick<Source, "file" | "imports">) =>
  imports
    .filter(({ from, isPackage }) => !isPackage && layerIndex(from) < layerIndex(file))
    .map(({ from }) => from);

function disallowedPackages(file: string, imports: Source["imports"]) {
  return imports.filter(({ from, isPackage, isTypeOnly }) => {
    if (!isPackage) return false;
    const rule = PACKAGES[from];
    return !rule || (!isTypeOnly && (rule.typesOnly || (rule.files && !rule.files.test(file))));
  });
}

/** Vendors whose names mean nothing else, the product, and libraries of both. */
const VENDORS =
  /\b(?:Jackfield|Gmail|Google|YouTube|Jira|Confluence|Atlassian|Slack|GitHub|GitLab|Microsoft|Outlook|Azure|SharePoint|OneDrive|Stripe|Shopify|Amazon|AWS|Notion|Airtable|Trello|Asana|HubSpot|Salesforce|Zendesk|Twilio|SendGrid|Discord|Telegram|Dropbox|Twitter|Facebook|Instagram|WhatsApp|LinkedIn|OpenAI|Anthropic|Cloudflare|Vercel|Netlify|Datadog|Sentry|Figma|DocuSign|Xero|QuickBooks|PayPal|Intercom|Mailchimp|Klaviyo|Typeform|Calendly|ClickUp|Todoist|Reddit|Octokit)\b/gi;

/** Names that libraries may contain, each with its reason. */
const VENDOR_EXCEPTIONS: readonly (readonly [file: RegExp, names: RegExp])[] = [
  // AWS Signature Version 4 is the name of an algorithm, and `x-amazon-apigateway-authtype` that of
  // a member of documents. Other vendors use both.
  [
    /^core\/lib\/openapi-tools\/(app|credentials\/sigv4|compile\/auth\/security-schemes)\.ts$/,
    /^(aws|amazon)$/i,
  ],
  // The scheme of an Authorization header, among others in descriptions.
  [/^core\/lib\/openapi-tools\/compile\/auth\/security-schemes\.ts$/, /^Klaviyo$/],
  // The namespace of OData operations that documents of several services share, and an operation ID
  // of a generator.
  [
    /^core\/lib\/openapi-tools\/compile\/names\/(base-name|distinct-names|operation-words)\.ts$/,
    /^(microsoft|AWS)$/i,
  ],
  // CEL's standard names of types are `google.protobuf.*`.
  [/^core\/lib\/expressions\/values\.ts$/, /^google$/],
  // Domains below which strangers register names, as in the Public Suffix List.
  [/^core\/lib\/oauth\/discovery\.ts$/, /^(vercel|netlify|github)$/],
  // The dialect of Markdown is GitHub Flavored Markdown, and pages embed players of YouTube.
  [/^core\/lib\/page-reader\//, /^(GitHub|youtube)$/i],
  // Part of a stored key: another value would make stored data unreadable.
  [/^core\/lib\/vault\/data-key\.ts$/, /^jackfield$/],
];

function findVendors(file: string, text: string): readonly string[] {
  const isAllowed = (name: string) =>
    VENDOR_EXCEPTIONS.some(([files, names]) => files.test(file) && names.test(name));
  return text
    .split("\n")
    .flatMap((line, index) =>
      [...line.matchAll(VENDORS)]
        .filter(([name]) => !isAllowed(name))
        .map(
          ([name]) =>
            `${file}:${index + 1}: "${name}". Pass it in, or describe what it does without the name.`,
        ),
    );
}
