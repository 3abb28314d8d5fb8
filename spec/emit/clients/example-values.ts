import type { Schema } from "../table.ts";

/** Realistic values of inputs in the examples of the READMEs. */
const VALUES: Readonly<Record<string, unknown>> = {
  actions: [{ kind: "run", tool: "github.issues_create", arguments: { title: "A new day" } }],
  app: "github",
  arguments: { owner: "octocat", repo: "hello", title: "The fan hums" },
  connection: "conn_1",
  event: "evt_1",
  label: "Work",
  name: "Every morning",
  offer: "magazine-monthly",
  q: "opening hours",
  run: "run_1",
  search: "calendar",
  task: "create an issue",
  tool: "github.issues_create",
  trigger: "trg_1",
  url: "https://shop.example/about",
  watch: { kind: "schedule", cron: "0 9 * * 1-5" },
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
