import { describe, expect, it } from "vitest";
import { renderData } from "./data.ts";

const render = (data: unknown) => renderData(data).html;

describe("renderData()", () => {
  it("renders a list of objects as a table, with its JSON", () => {
    const text = render({
      total: 2,
      items: [
        { id: 1, title: "<b>" },
        { id: 2, done: true },
      ],
    });
    const columns = [...text.matchAll(/<th scope="col">(\w+)<\/th>/g)].map(([, name]) => name);
    expect(columns).toEqual(["id", "title", "done"]);
    expect(text).toContain("&lt;b&gt;");
    expect(text).toContain("<summary>JSON</summary>");
  });

  it("leaves out properties that aren't plain, and says how many items it shows", () => {
    const text = render(Array.from({ length: 60 }, (_, id) => ({ id, owner: { id } })));
    expect(text).not.toContain(">owner</th>");
    expect(text).toContain("The first 50 of 60 items.");
  });

  it.each([
    ["an object", { id: 1 }],
    ["a list of numbers", [1, 2]],
    ["an empty list", []],
    ["two lists", { a: [{ id: 1 }], b: [{ id: 2 }] }],
    ["a list of lists", [{ id: [1] }]],
  ])("renders %s as JSON", (_, data) => {
    expect(render(data)).not.toContain("<table>");
  });

  it("shortens long texts", () => {
    expect(render("x".repeat(30_000))).toContain("The first 20,000 of 30,000 characters.");
    expect(render([{ id: "y".repeat(300) }])).toContain(`${"y".repeat(200)}…`);
  });
});
