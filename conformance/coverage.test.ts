import { expect, test } from "vitest";
import { table } from "../generated/site/operations.ts";
import { surfaces } from "../core/site/surfaces/index.ts";
import { cellsOf, titleOf } from "./cell.ts";
import { exchanges } from "./cases/index.ts";
import { targets } from "./targets/index.ts";
import { core } from "./targets/core.ts";

const declared = Object.entries<{ readonly responses: object }>({ ...table.operations, ...table.bindings }).flatMap(([name, { responses }]) => Object.keys(responses).map((status) => ({ name, status: Number(status) })));
const cells = cellsOf(core);

test.each(declared)("a case causes $status of $name", ({ name, status }) => {
  const causing = cells.filter((cell) => cell.asked === name && cell.status === status);
  expect(causing.map(titleOf)).not.toEqual([]);
});

test.each(Object.entries(table.operations).filter(([, { tool }]) => tool))("%s is asked over HTTP and in both eras of MCP", (name) => {
  const callers = new Set(cells.filter((cell) => cell.asked === name).map(({ caller }) => caller));
  expect([...callers].sort()).toEqual(["http", "mcp 2025-11-25", "mcp 2026-07-28"]);
});

test.each(surfaces.map(({ path }) => path))("the surface %s is asked", (path) => {
  expect(exchanges[path]?.length).toBeGreaterThan(4);
});

test.each(targets.map((kind) => [kind.name, kind] as const))("no two cells of %s have the same title", (_, kind) => {
  const titles = cellsOf(kind).map((cell) => `${cell.caller} ${titleOf(cell)}`);
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
});
