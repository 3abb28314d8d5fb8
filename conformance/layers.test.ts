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
  zod: { files: /^core\/http\/input-schema\.ts$/ },
  "itty-router": { files: /^core\/http\/router\.ts$/ },
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
  aws4fetch: { files: /^core\/lib\/openapi-tools\/call\/sigv4\.ts$/ },
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
    ["core/http/problem.ts", 'import { a } from "../adapters/telemetry/log.ts";'],
    ["core/http/x.ts", 'const a = await import("../../adapters/log.ts");'],
    ["core/http/x.ts", 'import { readFile } from "node:fs/promises";'],
    ["core/http/x.ts", 'import { IttyRouter } from "itty-router";'],
    ["core/mcp/x.ts", 'import { a } from "@modelcontextprotocol/sdk/types.js";'],
    [
      "core/mcp/dispatcher.ts",
      'import { a } from "@modelcontextprotocol/sdk/shared/transport.js";',
    ],
    ["core/http/run-operation.ts", "const a = process.env.HOME;"],
    ["core/http/run-operation.ts", "Buffer.from(a);"],
    ["core/http/run-operation.ts", 'await fetch("http://a.example/");'],
    ["core/http/run-operation.ts", "globalThis; Deno.serve(a);"],
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
