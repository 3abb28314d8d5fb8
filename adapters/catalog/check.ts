import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { zstdDecompressSync } from "node:zlib";
import {
  compilePattern,
  MAX_TOOL_NAME_LENGTH,
  referencedNames,
  type ToolRecord,
} from "../../core/index.ts";
import { type AppRow, appFilePath, FILES, MANIFEST, type Manifest } from "./format.ts";

export interface CatalogCheck {
  readonly manifest?: Manifest | undefined;
  /** A sentence for each thing that is wrong; at most 50. */
  readonly problems: readonly string[];
  readonly seconds: number;
  readonly patterns: PatternCount;
}

/** The patterns in a catalog's schemas. */
export interface PatternCount {
  readonly total: number;
  /** Those that RE2 can't evaluate: arguments are not checked by them. */
  readonly unchecked: number;
}

/** Where the number of all tools' names and their hash are written down. */
export const NAMES_FILE = fileURLToPath(new URL("names.json", import.meta.url));

/** Looks whether a catalog is whole: its files, its counts, every tool's name, schema and references; and whether its names are those that `names` has written down. */
export async function checkCatalog(
  folder: string,
  names: string | undefined,
): Promise<CatalogCheck> {
  const started = Date.now();
  const problems: string[] = [];
  const addProblem = (message: string) => void (problems.length < 50 && problems.push(message));
  const patterns = patternCounter();
  if (!existsSync(join(folder, MANIFEST)))
    return {
      problems: [`There is no catalog in ${folder}: npm run catalog compiles one.`],
      seconds: 0,
      patterns: patterns.count(),
    };
  const manifest = JSON.parse(await readFile(join(folder, MANIFEST), "utf8")) as Manifest;
  const resolveFile = (name: string) => join(folder, manifest.folder, name);
  for (const { name, sha256 } of manifest.files) {
    const bytes = await readFile(resolveFile(name)).catch(() => undefined);
    if (!bytes) addProblem(`The file ${name} is missing.`);
    else if (createHash("sha256").update(bytes).digest("hex") !== sha256)
      addProblem(`The file ${name} is not the one that was written.`);
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
      `There are ${rows.length} apps and servers, and the manifest says ${manifest.apps} and ${manifest.servers}.`,
    );
  if (rows.at(-1)!.end !== manifest.tools)
    addProblem(`There are ${rows.at(-1)!.end} tools, and the manifest says ${manifest.tools}.`);
  const seenNames = new Set<string>();
  for (const row of rows)
    await checkApp(resolveFile(appFilePath(row.slug)), row, seenNames, addProblem, patterns);
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
    addProblem(`${row.slug} has ${tools.length} tools, and ${row.end - row.first} numbers.`);
  if (row.kind === "http" && tools.length === 0) addProblem(`${row.slug} has no tools.`);
  let previous = "";
  for (const line of tools) {
    const { name, input, binding } = JSON.parse(line) as ToolRecord;
    if (name.length > MAX_TOOL_NAME_LENGTH || !/^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/.test(name))
      addProblem(
        `${name} is no name of a tool: it is an app's slug, a dot and words, at most ${MAX_TOOL_NAME_LENGTH} characters.`,
      );
    if (all.has(name)) addProblem(`${name} is there twice.`);
    if (name <= previous) addProblem(`${name} stands behind ${previous}.`);
    previous = name;
    patterns.add(input);
    all.add(name);
    for (const reference of referencedNames(line))
      if (!definitions.has(reference))
        addProblem(`${name} refers to ${reference}, which is not there.`);
    const properties = Object.keys(input["properties"] as object);
    for (const required of (input["required"] ?? []) as string[])
      if (!properties.includes(required))
        addProblem(`${name} requires ${required}, which it does not have.`);
    for (const [argument] of binding?.slots ?? [])
      if (!properties.includes(argument))
        addProblem(`${name} sends ${argument}, which it does not have.`);
  }
  for (const line of definitions.values()) patterns.add((JSON.parse(line) as [string, unknown])[1]);
  for (const [definition, line] of definitions)
    for (const reference of referencedNames(line))
      if (!definitions.has(reference))
        addProblem(
          `${row.slug}'s schema ${definition} refers to ${reference}, which is not there.`,
        );
}

interface PatternCounter {
  /** Counts the patterns of a schema and those within it. */
  add(schema: unknown): void;
  count(): PatternCount;
}

/** Keywords whose members, by names of any kind, are schemas. */
const MAPS = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);
/** Keywords whose values are data. */
const DATA = new Set(["const", "enum", "default", "required"]);

function patternCounter(): PatternCounter {
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
    if (Array.isArray(schema)) return schema.forEach(add);
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === "pattern") addPattern(String(value));
      if (keyword === "patternProperties") Object.keys(value).forEach(addPattern);
      if (MAPS.has(keyword)) Object.values(value).forEach(add);
      else if (!DATA.has(keyword)) add(value);
    }
  }

  return { add, count: () => ({ total, unchecked }) };
}

async function checkNames(
  manifest: Manifest,
  file: string | undefined,
  complain: (sentence: string) => void,
): Promise<void> {
  if (file === undefined || !existsSync(file)) return;
  const { tools, sha256 } = JSON.parse(await readFile(file, "utf8")) as {
    tools: number;
    sha256: string;
  };
  if (sha256 !== manifest.names)
    complain(
      `The names of the tools are not those that are written down: ${manifest.tools} names with the hash ${manifest.names}, and ${tools} with ${sha256} are expected. If that is meant, write it into adapters/catalog/names.json.`,
    );
}
