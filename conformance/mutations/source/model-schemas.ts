import type { SourceMutation } from "./source-mutation.ts";

/** Defects in schemas for which model APIs refuse a whole request. */
export const modelSchemaMutations: readonly SourceMutation[] = [
  {
    description: "a described list without items",
    file: "core/lib/openapi-tools/compile/schemas/model-schema.ts",
    find: 'isObject(out["items"]) ? read(out["items"]) : {};',
    replace: 'isObject(out["items"]) ? read(out["items"]) : undefined;',
    testFile: "model-schemas/function-schemas.test.ts",
    failingTest: "the tools of strangers › are accepted by OpenAI, Anthropic and Gemini",
  },
];
