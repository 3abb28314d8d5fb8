import { Session } from "node:inspector";
import { afterAll, describe, expect, it } from "vitest";
import { expectLinearSteps, StepCounter } from "../../kit/testing.ts";
import { selfContained } from "./schemas/self-contained.ts";
import { compileOk, NOTES, omissions, tool } from "./testing.ts";

const steps = new StepCounter(new Session());
afterAll(() => steps.stop());

describe("a hostile document", () => {
  it("has its external, dangling and circular references reported instead of followed", () => {
    const app = compileOk({
      ...NOTES,
      paths: {
        "/a": { $ref: "https://evil.example/paths.json" },
        "/b": {
          post: {
            operationId: "b",
            parameters: [
              { $ref: "#/components/parameters/none" },
              { $ref: "#/components/parameters/round" },
            ],
            requestBody: {
              content: {
                "application/json": {
                  schema: {
                    oneOf: [{ $ref: "file:///etc/passwd" }, { $ref: "#/components/schemas/none" }],
                  },
                },
              },
            },
          },
        },
      },
      components: {
        ...NOTES.components,
        parameters: { round: { $ref: "#/components/parameters/round" } },
      },
    });
    expect(omissions(app)).toEqual([
      '/a: The reference "https://evil.example/paths.json" can\'t be resolved within the document.',
      'POST /b: The parameter reference "#/components/parameters/none" can\'t be resolved.',
      'POST /b: The parameter reference "#/components/parameters/round" can\'t be resolved.',
      'POST /b: The reference "file:///etc/passwd" points outside the document and is not followed.',
      'POST /b: The reference "#/components/schemas/none" can\'t be resolved.',
    ]);
  });

  it("can't change the prototype of objects", () => {
    const document = JSON.parse(
      JSON.stringify(NOTES).replace(
        '"title":{"type":"string"',
        '"__proto__":{"type":"string","polluted":true},"title":{"type":"string"',
      ),
    ) as unknown;
    const app = compileOk(document);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.keys(tool(app, "notes.create_note").input["properties"] as object)).toEqual([
      "title",
      "parent",
    ]);
  });

  it("loses invalid and oversized patterns and keeps expensive ones", () => {
    const string = { type: "string" };
    const slow = { ...string, pattern: "^(a+)+$" };
    const look = { ...string, pattern: "^(?!aws:)" };
    const properties = {
      bad: { ...string, pattern: "[a-" },
      long: { ...string, pattern: "a".repeat(501) },
      slow,
      look,
      map: {
        type: "object",
        patternProperties: { "[": {}, "^x": string },
        additionalProperties: false,
      },
    };
    const schema = { type: "object", properties };
    const requestBody = { content: { "application/json": { schema } } };
    const app = compileOk({
      ...NOTES,
      paths: { "/x": { post: { operationId: "x", requestBody } } },
    });
    expect(tool(app, "notes.x").input["properties"]).toEqual({
      bad: string,
      long: string,
      slow,
      look,
      // Which properties are additional depends on the pattern that was left out.
      map: { type: "object", patternProperties: { "^x": string } },
    });
    expect(app.report.left.map(({ why }) => why)).toEqual([
      'The pattern "[a-" is not a valid ECMA-262 regular expression.',
      `The pattern "${"a".repeat(60)}" has more than 500 characters.`,
      'The pattern "[" is not a valid ECMA-262 regular expression.',
    ]);
  });

  /** A document with deep nesting, a long chain of references and a huge enum. */
  const createHostile = (size: number) => {
    let deep: unknown = { type: "string" };
    for (let level = 0; level < size; level += 1)
      deep = { type: "object", properties: { a: deep } };
    const schemas = Object.fromEntries(
      Array.from({ length: 3 * size }, (_, index) => [
        `S${index}`,
        { type: "object", properties: { next: { $ref: `#/components/schemas/S${index + 1}` } } },
      ]),
    );
    const huge = {
      type: "string",
      enum: Array.from({ length: 20 * size }, (_, index) => `v${index}`),
    };
    const schema = {
      type: "object",
      properties: { deep, chain: { $ref: "#/components/schemas/S0" }, huge },
    };
    return {
      ...NOTES,
      components: { ...NOTES.components, schemas },
      paths: {
        "/x": {
          post: {
            operationId: "x",
            requestBody: { content: { "application/json": { schema } } },
          },
        },
      },
    };
  };

  it("compiles in steps in proportion to its size", () => {
    expectLinearSteps(steps, (size) => {
      const document = createHostile(size);
      return () => compileOk(document);
    });
  });

  it("loses deep schemas and huge enums, and still compiles", () => {
    const app = compileOk(createHostile(5_000));
    expect(omissions(app).some((omission) => omission.includes("nested more than 40 levels"))).toBe(
      true,
    );
    expect(omissions(app).some((omission) => omission.includes("The enum has 100000 values"))).toBe(
      true,
    );
    const contained = selfContained(tool(app, "notes.x").input, (name) =>
      JSON.stringify(app.definitions.get(name)),
    );
    expect(JSON.stringify(contained).length).toBeLessThan(100_000);
  });

  it("has its first 200 omissions listed and the others counted", () => {
    const paths = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`/p${index}`, { get: { deprecated: true } }]),
    );
    const { report } = compileOk({ ...NOTES, paths: { ...NOTES.paths, ...paths } });
    expect([report.left.length, report.more]).toEqual([200, 100]);
  });
});
