import { describe, expect, it } from "vitest";
import type { AppContext } from "../../app-context.ts";
import { contextOf, readContextChoices } from "./context.ts";

const read = (context: Partial<AppContext>, source: unknown) =>
  readContextChoices(
    { name: "site", label: "Site", from: "/sites", values: { site: "/id" }, ...context },
    source,
  );

describe("readContextChoices", () => {
  it("reads the items of a list with their names", () =>
    expect(
      read(
        { list: "/data", text: "/title" },
        { data: [{ id: "s1", title: " Main\nsite " }, { id: 2 }] },
      ),
    ).toEqual([
      { id: "s1", text: "Main site", values: { site: "s1" } },
      { id: "2", values: { site: "2" } },
    ]));

  it("reads one object as one item", () =>
    expect(read({}, { id: "s1" })).toEqual([{ id: "s1", values: { site: "s1" } }]));

  it("leaves out items that don't meet the condition, lack a value or repeat an ID", () =>
    expect(
      read({ where: { at: "/kind", is: "site" } }, [
        { id: "s1", kind: "site" },
        { id: "s1", kind: "site" },
        { id: "s2", kind: "shop" },
        { kind: "site" },
        { id: "a\nb", kind: "site" },
        { id: "", kind: "site" },
        { id: { toString: "x" }, kind: "site" },
        { id: "x".repeat(501), kind: "site" },
        null,
      ]).map(({ id }) => id),
    ).toEqual(["s1"]));

  it("puts the default first", () =>
    expect(
      read({ first: { at: "/main", is: true } }, [{ id: "s1" }, { id: "s2", main: true }]).map(
        ({ id }) => id,
      ),
    ).toEqual(["s2", "s1"]));

  it("reads a part of a text, and puts it into a template", () =>
    expect(
      read(
        {
          values: {
            key: { at: "/url", after: "://", before: ".acme.example" },
            url: { at: "/url", after: "://", template: "acme/{value}" },
          },
        },
        { url: "https://s1.acme.example" },
      ),
    ).toEqual([{ id: "s1", values: { key: "s1", url: "acme/s1.acme.example" } }]));

  it("has no item if the text lacks the part before or after the value", () => {
    expect(read({ values: { key: { at: "/url", after: "-" } } }, { url: "abc" })).toEqual([]);
    expect(read({ values: { key: { at: "/url", before: "-" } } }, { url: "abc" })).toEqual([]);
  });

  it("reads at most 100 items", () =>
    expect(
      read(
        {},
        Array.from({ length: 300 }, (_, id) => ({ id })),
      ),
    ).toHaveLength(100));

  it.each([undefined, null, "text", 7, [], { id: null }])("has no items in %j", (source) =>
    expect(read({}, source)).toEqual([]),
  );
});

it("has the context of an authentication method", () => {
  const site = { name: "site", label: "Site", from: "token", values: { site: "/id" } };
  const app = { context: [site, { ...site, name: "shop", methods: ["oauth2"] }] };
  expect(contextOf(app, "oauth2").map(({ name }) => name)).toEqual(["site", "shop"]);
  expect(contextOf(app, "basic").map(({ name }) => name)).toEqual(["site"]);
  expect(contextOf({}, "basic")).toEqual([]);
});
