import { describe, expect, it } from "vitest";
import { requestFor } from "../call/testing.ts";
import { fillBodyTemplate } from "./body-template.ts";

describe("fillBodyTemplate", () => {
  it("replaces arguments by their values and keeps constants", () =>
    expect(
      fillBodyTemplate(
        {
          query: "query { viewer { id } }",
          variables: { id: "{id}", first: "{limit}", all: true },
        },
        { id: "a", limit: 5 },
      ),
    ).toEqual({ query: "query { viewer { id } }", variables: { id: "a", first: 5, all: true } }));

  it("omits absent arguments, and objects and lists without others", () =>
    expect(
      fillBodyTemplate(
        {
          query: "q",
          filter: { team: { id: { eq: "{team}" } }, labels: ["{label}"] },
          none: [],
          empty: {},
        },
        {},
      ),
    ).toEqual({ query: "q", none: [], empty: {} }));

  it("omits the constants of an object without arguments", () => {
    const template = {
      to: [
        { id: "{contact}", type: 202 },
        { id: "{deal}", type: 214 },
      ],
    };
    expect(fillBodyTemplate(template, { deal: "7" })).toEqual({ to: [{ id: "7", type: 214 }] });
    expect(fillBodyTemplate(template, {})).toEqual({});
  });

  it("fills in a list", () =>
    expect(fillBodyTemplate([{ name: "{name}", note: "{note}" }], { name: "Mugs" })).toEqual([
      { name: "Mugs" },
    ]));

  it("keeps null, false and empty values of arguments", () =>
    expect(
      fillBodyTemplate({ a: "{a}", b: "{b}", c: "{c}" }, { a: null, b: false, c: [] }),
    ).toEqual({ a: null, b: false, c: [] }));

  it("merges the members of an argument, which don't override others", () => {
    const template = { properties: { "...": "{more}", email: "{email}" } };
    expect(
      fillBodyTemplate(template, { email: "ada@acme.io", more: { email: "x", city: "Bern" } }),
    ).toEqual({ properties: { email: "ada@acme.io", city: "Bern" } });
    expect(fillBodyTemplate(template, { more: { city: "Bern" } })).toEqual({
      properties: { city: "Bern" },
    });
    expect(fillBodyTemplate(template, {})).toEqual({});
  });

  it("doesn't fill in the values of arguments, or names that objects inherit", () =>
    expect(
      fillBodyTemplate({ text: "{text}", other: "{constructor}" }, { text: "{text}" }),
    ).toEqual({ text: "{text}" }));
});

it("sends the filled template, also without arguments", async () => {
  const binding = {
    method: "POST",
    path: "/graphql",
    slots: [{ argument: "id", in: "body", name: "id", style: "" }],
    body: {
      type: "application/json",
      template: { query: "query($id: ID) { a(id: $id) }", variables: { id: "{id}" } },
    },
  } as const;
  const bodyFor = async (args: Record<string, unknown>) =>
    JSON.parse(String((await requestFor(binding, args)).body));
  expect(await bodyFor({ id: "1" })).toEqual({
    query: "query($id: ID) { a(id: $id) }",
    variables: { id: "1" },
  });
  expect(await bodyFor({})).toEqual({ query: "query($id: ID) { a(id: $id) }" });
});

it("fills in arguments of the path, which the URL has too", async () => {
  const { url, body } = await requestFor(
    {
      method: "PUT",
      path: "/pages/{id}",
      slots: [
        { argument: "id", in: "path", name: "id", style: "simple" },
        { argument: "title", in: "body", name: "title", style: "" },
      ],
      body: { type: "application/json", template: { id: "{id}", title: "{title}" } },
    },
    { id: "7", title: "Plan" },
  );
  expect([new URL(url).pathname.endsWith("/pages/7"), JSON.parse(String(body))]).toEqual([
    true,
    { id: "7", title: "Plan" },
  ]);
});
