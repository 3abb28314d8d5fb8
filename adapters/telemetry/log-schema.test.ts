import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { createJsonLog } from "./log.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const schema = JSON.parse(read("log.schema.json"));
const validate = new Ajv2020({ allErrors: true }).compile(schema);

const ENTRY = {
  id: "37641fe1-0000-4000-8000-000000000000",
  method: "GET",
  path: "/agent/search",
  status: 200,
  milliseconds: 1.5,
  userAgent: 'curl/8 "quoted"',
};

/** Returns the lines that a log writes. */
function writeLines(write: (log: ReturnType<typeof createJsonLog>) => void): unknown[] {
  const lines: string[] = [];
  write(createJsonLog((line) => lines.push(line)));
  return lines.map((line) => JSON.parse(line));
}

describe("the schema of log lines", () => {
  it("accepts every kind of line, with every field", () => {
    const lines = writeLines((log) => {
      log.request(ENTRY);
      log.request({ ...ENTRY, status: 503, key: "key_1", agent: "https://agent.example" });
      log.request({ ...ENTRY, status: 499, signature: "invalid: expired" });
      log.request({ ...ENTRY, traceId: "a".repeat(32), spanId: "b".repeat(16) });
      log.error(new Error("broken"), ENTRY.id);
      log.error("broken", "");
      log.warn("A list failed.");
    });
    for (const line of lines) expect(validate(line), JSON.stringify(validate.errors)).toBe(true);
    const fields = new Set(lines.flatMap((line) => Object.keys(line as object)));
    expect([...fields].sort()).toEqual(schemaFields());
  });

  it("rejects other lines", () => {
    const [line] = writeLines((log) => log.request(ENTRY)) as [object];
    for (const change of [
      { path: "/agent/search?q=secret" },
      { status: "200" },
      { level: "debug" },
      { query: "q=secret" },
      { time: "2026-11-22" },
      { error: "both kinds" },
      { trace_id: "a".repeat(32) },
    ])
      expect(validate({ ...line, ...change }), JSON.stringify(change)).toBe(false);
  });

  it("has the fields that the documentation lists", () => {
    const [, section = ""] = read("../content/docs/watching.md").split("## Logs");
    const rows = section
      .split("\n## ")[0]!
      .split("\n")
      .filter((line) => line.startsWith("| `"));
    const documented = rows.flatMap((row) =>
      [...row.split("|")[1]!.matchAll(/`([a-z_]+)`/g)].map((match) => match[1]!),
    );
    expect(documented.sort()).toEqual(schemaFields());
  });
});

const schemaFields = (): string[] =>
  [
    ...new Set<string>(
      schema.oneOf.flatMap(({ properties }: { properties: object }) => Object.keys(properties)),
    ),
  ].sort();
