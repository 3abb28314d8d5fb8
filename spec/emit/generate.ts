/**
 * Writes everything that `npm run generate` generates. It builds all of it in a temporary folder
 * first, so a failure changes nothing.
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { renderJsClient } from "./clients/js.ts";
import { renderJsReadme } from "./clients/js-readme.ts";
import { renderPythonClient, renderPythonPackage } from "./clients/python.ts";
import { renderPythonReadme } from "./clients/python-readme.ts";
import { readServiceClient, type ServiceClient } from "./clients/service-client.ts";
import { renderDecisions } from "./decisions.ts";
import type { OpenApiDocument } from "./operations.ts";
import type { Table } from "./table.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const SERVICES = ["site", "platform", "account"] as const;

/** The services whose cases run against any deployment. Those of the account need its sessions. */
const PORTABLE_SERVICES: readonly string[] = ["site", "platform"];

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: ROOT, stdio: "inherit" });
const runBinary = (name: string, ...args: string[]) =>
  run(join(ROOT, "node_modules/.bin", name), ...args);

/** Lists the operations of a service, except those that a commerce protocol defines. */
function listOperations(document: OpenApiDocument): string[] {
  return Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .filter((operation) => !operation["x-binding"])
    .map((operation) => String(operation.operationId))
    .sort();
}

const toKebabCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Renders a module with the cases of every operation, each from a file with its name. */
function renderCases(document: OpenApiDocument): string {
  const lines = listOperations(document)
    .map((name) => ({ name, file: `./${toKebabCase(name)}.ts` }))
    .sort((a, b) => (a.file < b.file ? -1 : 1))
    .map(({ name, file }) => `export { ${name} } from "${file}";`);
  return ["// Written by `npm run generate`. Do not edit.", ...lines, ""].join("\n");
}

/**
 * What the packages of the clients contain besides the generated files: the runtime, which doesn't
 * depend on the spec, and the manifests. They are written by hand, and stay.
 */
const HAND_WRITTEN = [
  "js/package.json",
  "js/jsr.json",
  "js/src/runtime",
  "python/pyproject.toml",
  "python/jackfield/_runtime",
  "python/jackfield/py.typed",
  "python/jackfield/webhooks.py",
] as const;

/** Writes the modules of all services that have a client, and keeps the files written by hand. */
async function writeClients(generated: string): Promise<void> {
  const js = join(generated, "clients/js");
  const python = join(generated, "clients/python");
  for (const path of HAND_WRITTEN)
    cpSync(join(ROOT, "generated/clients", path), join(generated, "clients", path), {
      recursive: true,
      filter: (file) => !file.includes("__pycache__"),
    });
  mkdirSync(join(js, "src/schema"));
  const clients: ServiceClient[] = [];
  for (const service of SERVICES) {
    const readText = (file: string) => readFileSync(join(generated, service, file), "utf8");
    const operations = pathToFileURL(join(generated, service, "operations.ts")).href;
    const { table } = (await import(operations)) as { table: Table };
    const client = readServiceClient(service, JSON.parse(readText("openapi.json")), table);
    if (!client) continue;
    writeFileSync(join(js, `src/${service}.ts`), renderJsClient(client));
    // It contains types only, so it is valid as a module too.
    writeFileSync(join(js, `src/schema/${service}.ts`), readText("schema.d.ts"));
    for (const [file, text] of Object.entries(renderPythonClient(client)))
      writeFileSync(join(python, "jackfield", file), text);
    clients.push(client);
  }
  writeFileSync(join(js, "README.md"), renderJsReadme(clients));
  writeFileSync(join(python, "jackfield/__init__.py"), renderPythonPackage(clients));
  writeFileSync(join(python, "README.md"), renderPythonReadme(clients));
  cpSync(join(ROOT, "LICENSE"), join(python, "LICENSE"));
}

/** Moves a new file or folder to the place of an old one. */
function replace(path: string, next: string): void {
  const old = `${next}.old`;
  mkdirSync(resolve(path, ".."), { recursive: true });
  try {
    renameSync(path, old);
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOENT") throw error;
  }
  renameSync(next, path);
}

// In the project, because a file can't be moved to another file system.
const folder = mkdtempSync(join(ROOT, ".generate-"));
try {
  const generated = join(folder, "generated");
  runBinary("tsp", "compile", "spec", "--output-dir", generated);
  const outputs = [{ path: "generated", next: generated }];
  for (const service of SERVICES) {
    const document = join(generated, service, "openapi.json");
    runBinary("openapi-typescript", document, "-o", join(generated, service, "schema.d.ts"));
    if (!PORTABLE_SERVICES.includes(service)) continue;
    const next = join(folder, `${service}-cases.ts`);
    writeFileSync(next, renderCases(JSON.parse(readFileSync(document, "utf8"))));
    outputs.push({ path: `conformance/cases/${service}/operations.ts`, next });
  }
  await writeClients(generated);
  const docs = join(folder, "docs");
  mkdirSync(docs);
  run(process.execPath, "adapters/package/build-docs.ts", generated, docs);
  for (const page of ["settings", "endpoints", "errors"])
    outputs.push({ path: `adapters/content/docs/${page}.md`, next: join(docs, `${page}.md`) });
  const index = join(folder, "decisions.md");
  writeFileSync(index, renderDecisions(join(ROOT, "spec/decisions")));
  outputs.push({ path: "spec/decisions/README.md", next: index });
  const catalog = join(folder, "catalog");
  mkdirSync(catalog);
  run(process.execPath, "adapters/catalog/facts/generate.ts", catalog);
  for (const name of ["schemas", "app-index.ts"])
    outputs.push({ path: `adapters/catalog/${name}`, next: join(catalog, name) });

  for (const { path, next } of outputs) replace(join(ROOT, path), next);
} catch (error) {
  console.error(`Nothing was generated: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
