import { describe, expect, it } from "vitest";
import { resolveReference } from "../../../core/lib/kit/json/json-pointer.ts";
import { FACTS_FOLDER } from "./facts-folder.ts";
import { readAppFolders } from "./read-facts.ts";

/** Finds the names of all `{name}` placeholders in a path. */
const findPlaceholders = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/gu)].map((match) => match[1] ?? "");

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly parameters?: readonly { name: string; in: string; required?: boolean }[];
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly license?: { identifier?: string } };
  readonly servers: readonly { url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const documents = readAppFolders(FACTS_FOLDER).flatMap(({ slug, document }) =>
  document === undefined ? [] : [[slug, document as Document] as const],
);

describe("openapi.json of an app", () => {
  it.each(documents)(
    "%s is a valid OpenAPI 3.1 document whose operations have IDs and summaries",
    (_slug, document) => {
      const operations = Object.entries(document.paths).flatMap(([path, item]) =>
        Object.values(item).map((operation) => ({ path, operation })),
      );
      expect(document.openapi).toBe("3.1.0");
      expect(document.info.license?.identifier).toBe("MIT");
      expect(operations.length).toBeGreaterThan(0);
      expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(
        operations.length,
      );
      for (const { path, operation } of operations) {
        expect(operation.operationId).toMatch(/^[a-z]\w+$/u);
        expect(operation.summary?.length).toBeGreaterThan(5);
        const pathParameters = (operation.parameters ?? [])
          .filter((parameter) => parameter.in === "path")
          .map((parameter) => parameter.name);
        expect(pathParameters.sort()).toEqual(findPlaceholders(path).sort());
      }
      for (const [, pointer] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/gu)) {
        const found = resolveReference(document, pointer!);
        expect(pointer).toMatch(/^#\//u);
        expect(found, pointer).toBeDefined();
      }
    },
  );
});
