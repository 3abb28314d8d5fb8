import type { Schema } from "../table.ts";

/** Realistic values of inputs in the examples of the READMEs. */
const VALUES: Readonly<Record<string, unknown>> = {
  app: "github",
  arguments: { owner: "octocat", repo: "hello", title: "The fan hums" },
  connection: "conn_1",
  label: "Work",
  offer: "magazine-monthly",
  q: "opening hours",
  run: "run_1",
  search: "calendar",
  task: "create an issue",
  tool: "github.issues_create",
  url: "https://shop.example/about",
};

/** The value of an input in an example: a realistic one, one of the spec, or any of its type. */
export function exampleValue(input: string, schema: Schema): unknown {
  const known = VALUES[input] ?? schema["enum"]?.[0] ?? schema["examples"]?.[0];
  if (known !== undefined) return known;
  switch (schema["type"]) {
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "array":
      return [];
    case "object":
      return {};
    default:
      return "text";
  }
}
