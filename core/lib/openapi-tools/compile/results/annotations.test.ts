import { expect, it } from "vitest";
import { deriveAnnotations } from "./annotations.ts";

it.each([
  ["GET", "list_notes", "reads"],
  ["GET", "delete_note", "destroys"],
  ["POST", "search_notes", "reads"],
  ["POST", "notes_search", "reads"],
  ["POST", "create_note", "writes"],
  ["POST", "find_and_replace", "writes"],
  ["POST", "mark_as_read", "writes"],
  ["POST", "graphql_query", "writes"],
  ["POST", "archive_note", "destroys"],
  ["PATCH", "update_note", "writes"],
  ["PUT", "replace_note", "destroys"],
  ["DELETE", "remove_note", "destroys"],
])("%s %s %s", (method, name, effect) => {
  const { readOnly, destructive } = deriveAnnotations(method, name);
  const write = destructive ? "destroys" : "writes";
  expect(readOnly ? "reads" : write).toBe(effect);
});

it.each([
  ["describe_instances", true],
  ["batch_get_items", true],
  ["purchase_offering", false],
  ["batch_write_items", false],
])("GET %s at a path that several actions share", (name, readOnly) => {
  expect(deriveAnnotations("GET", name, true).readOnly).toBe(readOnly);
  expect(deriveAnnotations("GET", "purchase_offering").readOnly).toBe(true);
});
