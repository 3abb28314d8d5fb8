import type { OperationEntry, Table } from "./table.ts";

/** Renders the table as a TypeScript module, with types derived from it. */
export function renderTable(table: Table): string {
  const names = Object.keys(table.operations);
  const bindings = Object.keys(table.bindings);
  return `// Written by \`npm run generate\` from spec/. Do not edit.
import type { Table } from "../table.ts";

export type OperationName =
${names.map((name) => `  | ${JSON.stringify(name)}`).join("\n")};

/** Operations that a commerce protocol defines. */
export type BindingName =
${bindings.map((name) => `  | ${JSON.stringify(name)}`).join("\n") || "  never"};

/** The inputs with a default value, by operation. */
export interface Defaulted {
${renderMembers(table, ({ input }) => Object.keys(input.properties).filter((key) => "default" in input.properties[key]!))}
}

/** The media types of successful responses besides JSON, by operation. */
export interface Renderings {
${renderMembers(table, (operation) => listRepresentations(operation))}
}

export const table: Table<OperationName, BindingName> = ${JSON.stringify(table, null, 2)};
`;
}

function renderMembers(
  { operations }: Table,
  listWords: (operation: OperationEntry) => string[],
): string {
  const lines = Object.entries(operations).map(([name, operation]) => {
    const literals = listWords(operation).map((word) => JSON.stringify(word));
    return `  ${name}: ${literals.join(" | ") || "never"};`;
  });
  return lines.join("\n");
}

function listRepresentations({ responses }: OperationEntry): string[] {
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 300);
  return successes.flatMap(([, types]) =>
    Object.keys(types).filter((type) => type !== "application/json"),
  );
}
