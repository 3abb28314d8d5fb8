import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { zstdDecompressSync } from "node:zlib";
import { compilePattern } from "../../core/lib/json-schema/index.ts";
import {
  endsInHash,
  MAX_TOOL_NAME_LENGTH,
  parseTool,
  referencedNames,
  titleWords,
} from "../../core/lib/openapi-tools/compile/index.ts";
import type { ToolCard } from "../../core/lib/openapi-tools/index.ts";
import { commandLine } from "../runtime/command-line.ts";
import { checkAppNames } from "./check-apps.ts";
import { findUndescribed } from "./check-texts.ts";
import { readAppWebhooks, readSharedWebhooks } from "./facts/app-webhooks.ts";
import { readWebhookSchemes } from "./facts/webhook-schemes.ts";
import { type AppRow, appFilePath, FILES, MANIFEST, type Manifest } from "./format.ts";
import { checkLevelCounts, checkLevels } from "./levels/check-levels.ts";

interface CatalogCheck {
  readonly manifest?: Manifest | undefined;
  /** At most 50 problems, each as a sentence. */
  readonly problems: readonly string[];
  readonly seconds: number;
  readonly patterns: PatternCount;
}

/** The patterns in a catalog's schemas. */
interface PatternCount {
  readonly total: number;
  /**
   * The number of patterns that RE2 can't evaluate. Jackfield doesn't validate arguments against
   * them.
   */
  readonly unchecked: number;
}

/** The file that records the number and the hash of all tool names, and how many have each level. */
export const NAMES_FILE = fileURLToPath(new URL("./names.json", import.meta.url));

/**
 * Checks the integrity of a catalog: its files and counts, and the name, title, schema and references
 * of every tool. Compares the tool names with those recorded in the file `names`, and checks that the
 * record of checks names only apps and tools that exist.
 */
export async function checkCatalog(
  folder: string,
  names: string | undefined,
): Promise<CatalogCheck> {
  const started = Date.now();
  const problems: string[] = [];
  const addProblem = (message: string) => {
    if (problems.length < 50) problems.push(message);
  };
  const patterns = createPatternCounter();
  if (!existsSync(join(folder, MANIFEST)))
    return {
      problems: [`Folder ${folder} contains no catalog. Compile it: ${commandLine("catalog")}`],
      seconds: 0,
      patterns: patterns.count(),
    };
  const manifest = JSON.parse(await readFile(join(folder, MANIFEST), "utf8")) as Manifest;
  const resolveFile = (name: string) => join(folder, manifest.folder, name);
  for (const { name, sha256 } of manifest.files) {
    const bytes = await readFile(resolveFile(name)).catch(() => undefined);
    if (!bytes) addProblem(`File ${name} is missing.`);
    else if (createHash("sha256").update(bytes).digest("hex") !== sha256)
      addProblem(`File ${name} has changed since the catalog was compiled.`);
  }
  if (problems.length > 0)
    return {
      manifest,
      problems,
      seconds: (Date.now() - started) / 1000,
      patterns: patterns.count(),
    };
  const rows = JSON.parse(await readFile(resolveFile(FILES.apps), "utf8")) as AppRow[];
  if (rows.length !== manifest.apps + manifest.servers)
    addProblem(
      `The catalog has ${rows.length} apps and servers, but the manifest counts ${manifest.apps} apps and ${manifest.servers} servers.`,
    );
  const tools = rows.at(-1)?.end ?? 0;
  if (tools !== manifest.tools)
    addProblem(`The catalog has ${tools} tools, but the manifest counts ${manifest.tools}.`);
  checkAppNames(rows, addProblem);
  const seenNames = new Set<string>();
  for (const row of rows)
    await checkApp(resolveFile(appFilePath(row.slug)), row, seenNames, addProblem, patterns);
  checkHashes(await readFile(resolveFile(FILES.cards), "utf8"), addProblem);
  checkWebhooks(addProblem);
  if (names !== undefined) checkLevels(rows, [...seenNames], addProblem);
  await checkNames(manifest, names, addProblem);
  return { manifest, problems, seconds: (Date.now() - started) / 1000, patterns: patterns.count() };
}

async function checkApp(
  file: string,
  row: AppRow,
  all: Set<string>,
  addProblem: (message: string) => void,
  patterns: PatternCounter,
): Promise<void> {
  const [, ...lines] = zstdDecompressSync(await readFile(file))
    .toString("utf8")
    .trimEnd()
    .split("\n");
  const tools = lines.filter((line) => line.startsWith("{"));
  const definitions = new Map(
    lines
      .filter((line) => line.startsWith("["))
      .map((line) => [(JSON.parse(line) as [string])[0], line]),
  );
  if (tools.length !== row.end - row.first)
    addProblem(`${row.slug} has ${tools.length} tools, but ${row.end - row.first} tool numbers.`);
  if (row.kind === "http" && tools.length === 0) addProblem(`${row.slug} has no tools.`);
  const readDefinition = (name: string): unknown => {
    const line = definitions.get(name);
    return line === undefined ? undefined : (JSON.parse(line) as [string, unknown])[1];
  };
  let previous = "";
  const titles = new Map<string, string>();
  for (const line of tools) {
    const { name, title, input, binding } = parseTool(line);
    const namesake = titles.get(titleWords(title));
    if (namesake !== undefined)
      addProblem(`${name} has the same title as ${namesake}: ${JSON.stringify(title)}.`);
    titles.set(titleWords(title), name);
    if (name.length > MAX_TOOL_NAME_LENGTH || !/^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/.test(name))
      addProblem(
        `${name} is not a valid tool name: a slug, a dot and an action, at most ${MAX_TOOL_NAME_LENGTH} characters.`,
      );
    if (all.has(name)) addProblem(`${name} occurs twice.`);
    if (name <= previous) addProblem(`${name} is out of order after ${previous}.`);
    previous = name;
    patterns.add(input);
    all.add(name);
    for (const reference of referencedNames(line))
      if (!definitions.has(reference))
        addProblem(`${name} refers to schema ${reference}, which doesn't exist.`);
    const properties = Object.keys(input["properties"] as object);
    for (const required of (input["required"] ?? []) as string[])
      if (!properties.includes(required))
        addProblem(`${name} requires argument ${required}, which doesn't exist.`);
    if (row.popular && binding)
      for (const argument of findUndescribed({ input }, readDefinition))
        addProblem(`${name} requires argument ${argument}, which has no description.`);
    for (const { argument, fill } of binding?.slots ?? [])
      if (!fill && !properties.includes(argument))
        addProblem(`${name} sends argument ${argument}, which doesn't exist.`);
  }
  for (const line of definitions.values()) patterns.add((JSON.parse(line) as [string, unknown])[1]);
  for (const [definition, line] of definitions)
    for (const reference of referencedNames(line))
      if (!definitions.has(reference))
        addProblem(
          `Schema ${definition} of ${row.slug} refers to schema ${reference}, which doesn't exist.`,
        );
}

interface PatternCounter {
  /** Counts all patterns in a schema. */
  add(schema: unknown): void;
  count(): PatternCount;
}

/** Keywords whose values map names to schemas. */
const MAPS = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);
/** Keywords whose values contain no schemas. */
const DATA = new Set(["const", "enum", "default", "required"]);

function createPatternCounter(): PatternCounter {
  const compilable = new Map<string, boolean>();
  let total = 0;
  let unchecked = 0;

  function addPattern(pattern: string): void {
    let isCompilable = compilable.get(pattern);
    if (isCompilable === undefined) {
      isCompilable = compilePattern(pattern) !== undefined;
      compilable.set(pattern, isCompilable);
    }
    total += 1;
    if (!isCompilable) unchecked += 1;
  }

  function add(schema: unknown): void {
    if (typeof schema !== "object" || schema === null) return;
    if (Array.isArray(schema)) {
      schema.forEach(add);
      return;
    }
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === "pattern") addPattern(String(value));
      if (keyword === "patternProperties") Object.keys(value).forEach(addPattern);
      if (MAPS.has(keyword)) Object.values(value).forEach(add);
      else if (!DATA.has(keyword)) add(value);
    }
  }

  return { add, count: () => ({ total, unchecked }) };
}

/** Reports names that end in a hash, because readers can't tell such tools apart. */
function checkHashes(cards: string, addProblem: (message: string) => void): void {
  for (const [line] of cards.matchAll(/^\{"name":"[^"]*_[a-z0-9]{6}".*$/gm)) {
    const { name, method, path } = JSON.parse(line) as ToolCard;
    if (method !== undefined && path !== undefined && endsInHash(name, { method, path }))
      addProblem(
        `${name} ends in a hash, because no words of ${method} ${path} tell it apart. Name it in tools.json of its app.`,
      );
  }
}

/** Reports mistakes in how senders sign, such as a challenge that could be an event. */
function checkWebhooks(addProblem: (message: string) => void): void {
  for (const read of [readWebhookSchemes, readAppWebhooks, readSharedWebhooks])
    try {
      read();
    } catch (error) {
      addProblem(error instanceof Error ? error.message : String(error));
    }
}

async function checkNames(
  manifest: Manifest,
  file: string | undefined,
  addProblem: (message: string) => void,
): Promise<void> {
  if (file === undefined || !existsSync(file)) return;
  const { tools, sha256, levels } = JSON.parse(await readFile(file, "utf8")) as {
    tools: number;
    sha256: string;
    levels?: Manifest["levels"];
  };
  checkLevelCounts(manifest, levels, addProblem);
  if (sha256 !== manifest.names)
    addProblem(
      `The tool names differ from the recorded ones: found ${manifest.tools} (SHA-256 ${manifest.names}), expected ${tools} (${sha256}). If you intended this, accept them: ${commandLine("catalog --accept")}`,
    );
}
