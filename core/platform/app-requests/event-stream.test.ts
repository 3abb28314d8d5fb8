import { describe, expect, it } from "vitest";
import { createEventStreamReader } from "./event-stream.ts";

function readAll(chunks: readonly string[]): readonly string[] {
  const reader = createEventStreamReader();
  return [...chunks.flatMap((chunk) => reader.read(chunk)), ...reader.end()];
}

describe("an event stream", () => {
  it.each([
    ["LF", "\n"],
    ["CR", "\r"],
    ["CR LF", "\r\n"],
  ])("has lines that end with %s, in chunks of any size", (_, end) => {
    const text = [": hello", "event: message", "data: a", "data:  b", "id: 1", "", "", "data:c", ""]
      .map((line) => line + end)
      .join("");
    for (let size = 1; size <= text.length; size += 1) {
      const chunks = text.match(new RegExp(`[^]{1,${size}}`, "g"))!;
      expect(readAll(chunks)).toEqual(["a\n b", "c"]);
    }
  });

  it("ignores events without data, and other fields", () => {
    expect(readAll(["event: ping\n\nretry: 5\ndatabase: x\n\n", "data\n\n"])).toEqual([""]);
  });

  it("returns an event as soon as its blank line has arrived", () => {
    const reader = createEventStreamReader();
    expect(reader.read("data: a\n")).toEqual([]);
    expect(reader.read("\ndata: b")).toEqual(["a"]);
    expect(reader.end()).toEqual(["b"]);
    expect(reader.end()).toEqual([]);
  });

  it("joins a line in tiny chunks once", () => {
    const reader = createEventStreamReader();
    reader.read("data: ");
    for (let at = 0; at < 300_000; at += 1) reader.read("x");
    expect(reader.read("\n\n")).toEqual(["x".repeat(300_000)]);
  });
});
