/**
 * A TypeSpec emitter, run by `tsp compile spec`. For each service, it writes the OpenAPI document
 * and the operations table that the router, the MCP server, the clients and the conformance suite
 * read.
 *
 * It reads the OpenAPI document instead of the TypeSpec program, so the table can't contain
 * anything that the published document doesn't.
 */
import { readdirSync, readFileSync } from "node:fs";
import {
  createTypeSpecLibrary,
  type EmitContext,
  emitFile,
  NoTarget,
  type Program,
  paramMessage,
  resolvePath,
} from "@typespec/compiler";
import { getOpenAPI3 } from "@typespec/openapi3";
import { lint } from "./lint.ts";
import { createTable, type OpenApiDocument } from "./operations.ts";
import { toPublishedDocument } from "./published.ts";
import { renderTable } from "./render.ts";

export const $lib = createTypeSpecLibrary({
  name: "jackfield/emit",
  diagnostics: {
    refused: { severity: "error", messages: { default: paramMessage`${"where"}: ${"reason"}` } },
  },
} as const);

export async function $onEmit({ program, emitterOutputDir }: EmitContext): Promise<void> {
  const reportError = (where: string, reason: string) =>
    $lib.reportDiagnostic(program, {
      code: "refused",
      format: { where, reason },
      target: NoTarget,
    });
  const write = (path: string, content: string) =>
    emitFile(program, { path: resolvePath(emitterOutputDir, path), content });

  for (const file of findUnimportedFiles(program))
    reportError(file, "is not imported by any file of the spec, so nothing in it would be served");

  const services = await getOpenAPI3(program, {
    "openapi-versions": ["3.1.0"],
    "omit-unreachable-types": true,
    "experimental-parameter-examples": "data",
  } as never);

  const serviceByOperation = new Map<string, string>();
  for (const service of services) {
    if (service.versioned) {
      reportError(
        service.service.type.name,
        "services are versioned by their paths, not by TypeSpec",
      );
      continue;
    }
    const document = toPublishedDocument(service.document as OpenApiDocument);
    const folder = service.service.type.name.toLowerCase();
    const table = createTable(folder, document, reportError);
    lint(document, table, reportError);
    for (const name of [...Object.keys(table.operations), ...Object.keys(table.bindings)]) {
      if (serviceByOperation.has(name))
        reportError(
          name,
          `both ${serviceByOperation.get(name)} and ${folder} have an operation with this name`,
        );
      serviceByOperation.set(name, folder);
    }
    await write(`${folder}/openapi.json`, `${JSON.stringify(document, null, 2)}\n`);
    await write(`${folder}/operations.ts`, renderTable(table));
  }
  await write("table.ts", BANNER + readFileSync(new URL("./table.ts", import.meta.url), "utf8"));
}

/** Returns the TypeSpec files of the project that no other file imports. */
const findUnimportedFiles = ({ projectRoot, sourceFiles }: Program): string[] =>
  readdirSync(projectRoot, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsp") && !sourceFiles.has(resolvePath(projectRoot, file)))
    .sort();

const BANNER = "// Written by `npm run generate` from spec/emit/table.ts. Do not edit.\n";
