/**
 * A TypeSpec emitter, run by `tsp compile spec`. For each service it writes the OpenAPI document and the table of
 * operations that the router, the MCP server, the clients and the conformance suite read.
 *
 * It reads the OpenAPI document rather than the TypeSpec program, so the table cannot say anything that the published
 * document does not.
 */
import { readFileSync } from "node:fs";
import {
  createTypeSpecLibrary,
  type EmitContext,
  emitFile,
  NoTarget,
  paramMessage,
  resolvePath,
} from "@typespec/compiler";
import { getOpenAPI3 } from "@typespec/openapi3";
import { lint } from "./lint.ts";
import { type Document, tableOf } from "./operations.ts";
import { published } from "./published.ts";
import { renderTable } from "./render.ts";

export const $lib = createTypeSpecLibrary({
  name: "jackfield/emit",
  diagnostics: {
    refused: { severity: "error", messages: { default: paramMessage`${"where"}: ${"reason"}` } },
  },
} as const);

export async function $onEmit({ program, emitterOutputDir }: EmitContext): Promise<void> {
  const refuse = (where: string, reason: string) =>
    $lib.reportDiagnostic(program, {
      code: "refused",
      format: { where, reason },
      target: NoTarget,
    });
  const write = (path: string, content: string) =>
    emitFile(program, { path: resolvePath(emitterOutputDir, path), content });

  const services = await getOpenAPI3(program, {
    "openapi-versions": ["3.1.0"],
    "omit-unreachable-types": true,
    "experimental-parameter-examples": "data",
  } as never);

  const taken = new Map<string, string>();
  for (const service of services) {
    if (service.versioned) {
      refuse(service.service.type.name, "a service is not versioned in TypeSpec; its paths are");
      continue;
    }
    const document = published(service.document as Document);
    const folder = service.service.type.name.toLowerCase();
    const table = tableOf(document, refuse);
    lint(document, table, refuse);
    for (const name of [...Object.keys(table.operations), ...Object.keys(table.bindings)]) {
      if (taken.has(name))
        refuse(name, `${taken.get(name)} and ${folder} both have an operation of this name`);
      taken.set(name, folder);
    }
    await write(`${folder}/openapi.json`, JSON.stringify(document, null, 2) + "\n");
    await write(`${folder}/operations.ts`, renderTable(table));
  }
  await write("table.ts", BANNER + readFileSync(new URL("table.ts", import.meta.url), "utf8"));
}

const BANNER = "// Written by `npm run generate` from spec/emit/table.ts. Do not edit.\n";
