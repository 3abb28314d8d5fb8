/**
 * Writes the generated pages of docs/. Usage: build-docs.ts GENERATED OUTPUT, where GENERATED has
 * the OpenAPI document of each service in its folder. `npm run generate` runs it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { Problem, type ProblemCode } from "../../core/site.ts";
import { COMMERCE_SETTINGS } from "../config/commerce.ts";
import { PLATFORM_SETTINGS } from "../config/platform.ts";
import type { Setting } from "../config/schemas.ts";
import { SHARED_SETTINGS } from "../config/shared.ts";
import { SITE_SETTINGS } from "../config/site.ts";
import {
  PLATFORM_DOCUMENTS,
  type ServedDocument,
  SITE_DOCUMENTS,
} from "../content/served-documents.ts";

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly "x-tool"?: object;
  readonly "x-permission"?: string;
}

interface OpenApiDocument {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: {
      readonly ProblemCode: { readonly description: string; readonly enum: ProblemCode[] };
    };
  };
}

interface Page {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Markdown blocks, which blank lines separate. */
  readonly blocks: readonly string[];
}

type SettingsTable = Readonly<Record<string, Setting>>;

const [generatedFolder, outputFolder] = process.argv.slice(2);
if (!generatedFolder || !outputFolder) throw new Error("Usage: build-docs.ts GENERATED OUTPUT");

const readDocument = (service: string): OpenApiDocument =>
  JSON.parse(readFileSync(join(generatedFolder, service, "openapi.json"), "utf8"));

const site = readDocument("site");
const platform = readDocument("platform");

function settingsPage(): Page {
  return {
    name: "settings",
    title: "Settings",
    description: "Every Jackfield setting: its value, its default and what it does.",
    blocks: [
      "Set these as environment variables or as lines of a `.env` file in the folder that you start Jackfield in. An environment variable overrides the `.env` file. All settings are optional. An empty value counts as unset.",
      "Invalid settings abort startup with an explanation. So does an unknown name that begins with `SITE_`, `PLATFORM_`, `CATALOG_`, `OUTBOUND_` or `SECRETS_`. `npm start -- --help` prints this list, and `npm run doctor` checks your values without serving.",
      "## Site",
      settingsTable(SITE_SETTINGS),
      "## Products and checkouts",
      settingsTable(COMMERCE_SETTINGS),
      "[Commerce](commerce.md) has examples, and the permissions of the Stripe key.",
      "## Platform",
      settingsTable(PLATFORM_SETTINGS),
      "## Both services",
      settingsTable(SHARED_SETTINGS),
      "[Running](running.md) explains addresses, storage and rate limits. [Operations](operations.md) explains key rotation.",
    ],
  };
}

function settingsTable(settings: SettingsTable): string {
  const rows = Object.entries(settings).map(([name, { value, help, default: fallback = "" }]) => [
    `\`${name}\``,
    `\`${value}\``,
    quoteNames(fallback),
    quoteNames(help),
  ]);
  return table(["Setting", "Value", "Default", "Description"], rows);
}

/** Formats names of settings, paths and URLs as code. */
const quoteNames = (text: string): string =>
  text.replaceAll(
    /\b[A-Z]+(?:_[A-Z]+)+\b|(?<![\w.])\.?\/[\w./-]*[\w/]|\b(?:\w+=)?(?:https?|postgres):\/\/(?:[\w:@./]*\w)?/g,
    "`$&`",
  );

function endpointsPage(): Page {
  const siteOperations = listOperations(site);
  const isProtocol = ([, path]: OperationRow) => /\/(ucp|acp)\//.test(path);
  return {
    name: "endpoints",
    title: "Endpoints",
    description: "Every HTTP endpoint of the site service and the platform service.",
    blocks: [
      "Jackfield serves two APIs: the site, by default on http://127.0.0.1:4100, and the platform, by default on http://127.0.0.1:4200. Each serves its complete OpenAPI 3.1 document at `/openapi.json`, with parameters, bodies, responses and examples. [MCP](mcp.md) explains the MCP endpoints, and [Errors](errors.md) lists the error codes.",
      "`HEAD` works wherever `GET` does.",
      "## Site",
      "The site requires no credentials. Its MCP endpoint is `POST /mcp`.",
      table(
        ["Method", "Path", "Operation", "MCP tool", "Summary"],
        siteOperations
          .filter((row) => !isProtocol(row))
          .map(([method, path, operation, tool, , summary]) => [
            method,
            path,
            operation,
            tool,
            summary,
          ]),
      ),
      "### Universal Commerce Protocol and Agentic Commerce Protocol",
      "These endpoints follow the protocols' own schemas and error formats.",
      table(
        ["Method", "Path", "Operation", "Summary"],
        siteOperations
          .filter(isProtocol)
          .map(([method, path, operation, , , summary]) => [method, path, operation, summary]),
      ),
      "### Site documents and pages",
      documentsTable(SITE_DOCUMENTS),
      "## Platform",
      "Every `/api/v1` request needs an API key: `Authorization: Bearer <API_KEY>`. The permission column names the permission that the key needs.",
      table(
        ["Method", "Path", "Operation", "MCP tool", "Permission", "Summary"],
        listOperations(platform),
      ),
      "### Platform documents and pages",
      documentsTable(PLATFORM_DOCUMENTS),
    ],
  };
}

type OperationRow = [
  method: string,
  path: string,
  operation: string,
  tool: string,
  permission: string,
  summary: string,
];

/** Returns one row for each operation. */
function listOperations({ paths }: OpenApiDocument): OperationRow[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): OperationRow => [
        method.toUpperCase(),
        `\`${path}\``,
        `\`${operation.operationId}\``,
        operation["x-tool"] ? `\`${toToolName(operation.operationId)}\`` : "",
        operation["x-permission"] ?? "",
        operation.summary,
      ],
    ),
  );
}

const documentsTable = (documents: readonly ServedDocument[]): string =>
  table(
    ["Method", "Path", "Description"],
    documents.map(({ methods, path, description }) => [methods, `\`${path}\``, description]),
  );

/** Converts an operation ID to its MCP tool name, like the emitter. */
const toToolName = (operationId: string): string =>
  operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function errorsPage(): Page {
  return {
    name: "errors",
    title: "Errors",
    description: "The error format, and every error code with its status and meaning.",
    blocks: [
      "Errors are problem documents (RFC 9457) of type `application/problem+json`:",
      `\`\`\`json\n${JSON.stringify(exampleProblem(), null, 2)}\n\`\`\``,
      table(
        ["Field", "Meaning"],
        [
          ["`code`", "The kind of error. Switch on this field."],
          ["`type`", "The same as a URI: `urn:problem-type:jackfield:` and the code."],
          ["`title`", "The kind of error as text. It is the same each time."],
          ["`status`", "The HTTP status."],
          ["`detail`", "What happened this time."],
          ["`hint`", "What to do about it, if Jackfield knows."],
          ["`retryable`", "Whether the same request may succeed later."],
          ["`instance`", "The request's id, which the `Request-Id` header and the log have too."],
          [
            "`errors`",
            "For invalid input: each error with a JSON Pointer (RFC 6901) to the field.",
          ],
        ],
      ),
      "Statuses 429 and 503 carry `Retry-After`, in seconds. Some platform errors carry the way to fix them: `connect_url`, `reconnect_url`, `candidates` or `scopes`.",
      "An MCP tool call that fails returns `isError` and the same object as text. Requests of the Universal Commerce Protocol and the Agentic Commerce Protocol fail in the format of the protocol.",
      "## Site",
      errorsTable(site),
      "## Platform",
      errorsTable(platform),
    ],
  };
}

const exampleProblem = (): object =>
  new Problem("invalid_input", "limit is 51: the maximum is 50.", {
    hint: "Set limit to 50 or less.",
    errors: [{ pointer: "/limit", detail: "It must be at most 50." }],
  }).toBody("7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4");

function errorsTable({ components }: OpenApiDocument): string {
  const { description, enum: codes } = components.schemas.ProblemCode;
  const meanings = new Map<string, string>();
  for (const item of description.split(/\n(?=- )|\n\n/)) {
    const [, code, meaning] = /^- `(\w+)` \(\d+\): (.+)$/.exec(item.replaceAll(/\s+/g, " ")) ?? [];
    if (code && meaning) meanings.set(code, meaning);
  }
  const rows = codes
    .map((code) => new Problem(code, "").toBody())
    .sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1))
    .map(({ code, status, title, retryable }) => [
      `\`${code}\``,
      String(status),
      title,
      sentence(meanings.get(code) ?? ""),
      retryable ? "yes" : "no",
    ]);
  return table(["Code", "Status", "Title", "Meaning", "Retryable"], rows);
}

function renderPage({ title, description, blocks }: Page): string {
  return [
    `---\n# Generated by \`npm run generate\`. Do not edit.\ntitle: ${title} · Jackfield\ndescription: ${JSON.stringify(description)}\n---`,
    `# ${title}`,
    ...blocks,
  ]
    .join("\n\n")
    .concat("\n");
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(headings), line(headings.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Capitalizes a text and adds a final period. */
function sentence(text: string): string {
  const trimmed = text.trim();
  if (!trimmed) return "";
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1) + (/[.!?]$/.test(trimmed) ? "" : ".");
}

for (const page of [settingsPage(), endpointsPage(), errorsPage()])
  writeFileSync(join(outputFolder, `${page.name}.md`), renderPage(page));
