import { describe, expect, it } from "vitest";
import { argumentField, readArguments, renderSchemaForm, toArgumentFields } from "./schema-form.ts";

const SCHEMA = {
  type: "object",
  properties: {
    title: { oneOf: [{ type: "string" }, { type: "integer" }] },
    count: { type: "integer" },
    ratio: { type: ["number", "null"] },
    draft: { type: "boolean" },
    color: { type: "string", enum: ["red", "blue"] },
    size: { type: "integer", enum: [1, 2] },
    labels: { type: "array", items: { type: "string" } },
    ids: { type: "array", items: { type: "integer" } },
    nested: { type: "object", properties: {} },
    anything: {},
    referred: { allOf: [{ $ref: "#/$defs/Level" }], description: "How loud." },
  },
  $defs: { Level: { $ref: "#/$defs/Choice" }, Choice: { type: "string", enum: ["low", "high"] } },
  required: ["title", "nested"],
};

const fieldsOf = (values: Readonly<Record<string, string>>) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [argumentField(name), value]));

describe("readArguments()", () => {
  it("converts each field to the type of its schema", () => {
    const fields = fieldsOf({
      title: "12",
      count: "3",
      ratio: "-0.5e1",
      draft: "false",
      color: "blue",
      size: "2",
      labels: "a b\r\nc",
      ids: "1\n2",
      nested: '{"x":[1]}',
      anything: "null",
    });
    expect(readArguments(SCHEMA, fields)).toEqual({
      title: "12",
      count: 3,
      ratio: -5,
      draft: false,
      color: "blue",
      size: 2,
      labels: ["a b", "c"],
      ids: [1, 2],
      nested: { x: [1] },
      anything: null,
    });
  });

  it("leaves out empty fields and fields that the schema lacks", () => {
    expect(readArguments(SCHEMA, fieldsOf({ title: "", other: "x" }))).toEqual({});
  });

  it("keeps text where a number is expected, so that validation names it", () => {
    expect(readArguments(SCHEMA, fieldsOf({ count: "many" }))).toEqual({ count: "many" });
  });

  it("names the field whose JSON is invalid", () => {
    expect(() => readArguments(SCHEMA, fieldsOf({ nested: "{" }))).toThrow(
      expect.objectContaining({
        code: "invalid_input",
        errors: [expect.objectContaining({ pointer: "/a.nested" })],
      }),
    );
  });
});

describe("toArgumentFields()", () => {
  it("is the opposite of readArguments()", () => {
    const input = {
      title: "12",
      count: 3,
      draft: false,
      color: "blue",
      size: 2,
      labels: ["a b", "c"],
      ids: [1, 2],
      nested: { x: [1] },
      anything: null,
    };
    expect(readArguments(SCHEMA, toArgumentFields(SCHEMA, input))).toEqual(input);
  });
});

describe("renderSchemaForm()", () => {
  it("shows the required arguments first, and the others folded", () => {
    const { html } = renderSchemaForm(SCHEMA, undefined, () => undefined);
    const [first, folded] = html.split("<details");
    expect(first).toContain('name="a.nested"');
    expect(first).not.toContain('name="a.count"');
    expect(folded).toContain("9 optional arguments");
  });

  it("offers the choices of a definition that an argument refers to", () => {
    const { html } = renderSchemaForm(SCHEMA, fieldsOf({ referred: "high" }), () => undefined);
    expect(html).toContain('<option value="high" selected>high</option>');
    expect(html).toContain("How loud.");
  });

  it("opens the folded arguments if one of them has a value", () => {
    const { html } = renderSchemaForm(SCHEMA, fieldsOf({ count: "3" }), () => undefined);
    expect(html).toContain('<details class="fold" open>');
  });

  it("escapes names, descriptions and choices", () => {
    const evil = '"><script>x()</script>';
    const { html } = renderSchemaForm(
      { properties: { [evil]: { description: evil, enum: [evil], type: "string" } } },
      undefined,
      () => undefined,
    );
    expect(html).not.toContain("<script>");
  });
});
