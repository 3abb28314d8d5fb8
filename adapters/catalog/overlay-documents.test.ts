import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { resolveReference } from "../../core/lib/kit/json-pointer.ts";

const folder = new URL("overlay/", import.meta.url);
const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), "utf8"));

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

const ownDocuments = readdirSync(new URL("documents/", folder)).sort();

describe("the overlay's own documents", () => {
  it("are the ones that the apps reference", () => {
    const apps = readJson("apps.json") as Record<string, { documents: string[] }>;
    const referenced = Object.values(apps)
      .flatMap((entry) => entry.documents)
      .filter((name) => name.startsWith("jackfield:"));
    expect(referenced.map((name) => `${name.slice("jackfield:".length)}.json`).sort()).toEqual(
      ownDocuments,
    );
  });

  it.each(ownDocuments)(
    "%s is a valid OpenAPI 3.1 document whose operations have IDs and summaries",
    (name) => {
      const document = readJson(`documents/${name}`) as Document;
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
