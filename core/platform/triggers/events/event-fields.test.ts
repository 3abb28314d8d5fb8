import { describe, expect, it } from "vitest";
import { findUnknownField, findUnknownTemplateField } from "./event-fields.ts";

describe("findUnknownField()", () => {
  it.each(["event.number", "has(event.number)", "event.data.a == event.number"])(
    "suggests the field of the data: %s",
    (expression) => {
      expect(findUnknownField(expression)?.message).toBe(
        'Events have no "event.number". Did you mean event.data.number?',
      );
    },
  );

  it.each([
    "event.data.number > 3",
    "event.type == 'event.number'",
    'event.subject == "a \\" event.number"',
    "event.data.event.number == 1",
    "my_event.number",
    "event['number']",
  ])("accepts %s", (expression) => {
    expect(findUnknownField(expression)).toBeUndefined();
  });
});

describe("findUnknownTemplateField()", () => {
  it("names the place in the template", () => {
    const template = { blocks: [{ text: "Issue ${event.number}" }] };
    expect(findUnknownTemplateField(template)).toMatchObject({ pointer: "/blocks/0/text" });
  });

  it("reads expressions only", () => {
    const template = { text: "event.number $${event.number} ${event.data.number}" };
    expect(findUnknownTemplateField(template)).toBeUndefined();
  });
});
