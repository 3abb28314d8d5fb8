import { expect, it } from "vitest";
import { uniqueTitles } from "./unique-titles.ts";

const titlesOf = (tools: Readonly<Record<string, string>>) =>
  uniqueTitles(Object.entries(tools).map(([name, title]) => ({ name: `notes.${name}`, title })));

it("keeps titles that no other tool of the app has", () =>
  expect(titlesOf({ list: "List notes", create: "Create a note" })).toEqual([
    "List notes",
    "Create a note",
  ]));

it("adds the words by which the names differ", () =>
  expect(
    titlesOf({ list_for_org: "List notes", list_for_user: "List notes", list: "List notes" }),
  ).toEqual(["List notes (for org)", "List notes (for user)", "List notes"]));

it("tells titles apart that differ only in case and punctuation", () =>
  expect(titlesOf({ list_org: "List notes.", list_user: "List Notes" })).toEqual([
    "List notes. (org)",
    "List Notes (user)",
  ]));

it("adds the whole name if the words that differ are not enough", () => {
  const titles = titlesOf({
    get_a_b: "Get",
    get_b_a: "Get",
    get_b: "Get (get b a)",
  });
  expect(new Set(titles).size).toBe(3);
  expect(titles[0]).toBe("Get (get a b)");
});

it("shortens long titles rather than the words that differ", () => {
  const [first, second] = titlesOf({ list_org: "x".repeat(120), list_user: "x".repeat(120) });
  expect(first).toMatch(/^x+… \(org\)$/);
  expect(second).toMatch(/^x+… \(user\)$/);
  expect(first).toHaveLength(120);
});
