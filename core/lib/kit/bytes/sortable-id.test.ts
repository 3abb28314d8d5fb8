import { expect, test } from "vitest";
import { sortableId } from "./sortable-id.ts";

test("sorts IDs of one millisecond in the order in which they were created", () => {
  const ids = Array.from({ length: 4096 }, () => sortableId("run", 1_764_000_000_000));
  expect(ids.toSorted()).toEqual(ids);
});

test("sorts IDs by time", () => {
  const later = sortableId("run", 1_764_000_000_001);
  expect(sortableId("run", 1_764_000_000_000) < later).toBe(true);
});

test("has 32 hexadecimal digits, also after more IDs than one millisecond can count", () => {
  const ids = new Set(Array.from({ length: 5000 }, () => sortableId("evt", 1)));
  expect(ids.size).toBe(5000);
  for (const id of ids) expect(id).toMatch(/^evt_[0-9a-f]{32}$/);
});
