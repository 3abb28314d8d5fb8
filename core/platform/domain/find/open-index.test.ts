import { describe, expect, it } from "vitest";
import { buildIndex } from "./build.ts";
import { openIndex } from "./open-index.ts";
import { searchTools } from "./search-tools.ts";

const bytes = buildIndex([
  {
    name: "slack.chat_post_message",
    app: ["Slack"],
    categories: [],
    title: "Post a message",
    description: "",
    parameters: ["channel", "text"],
    tags: [],
    method: "POST",
    path: "/chat.postMessage",
  },
]);

describe("opening an index", () => {
  it("takes bytes that begin at an odd place", () => {
    const moved = new Uint8Array(bytes.length + 1);
    moved.set(bytes, 1);
    expect(
      searchTools(openIndex(moved.subarray(1)), { task: "post a message", limit: 1 }),
    ).toHaveLength(1);
  });

  it("opens an empty one, in which nothing is found", () => {
    expect(searchTools(openIndex(buildIndex([])), { task: "post a message", limit: 1 })).toEqual(
      [],
    );
  });

  it.each([
    ["nothing at all", new Uint8Array(0)],
    ["half of it", bytes.subarray(0, bytes.length >> 1)],
    ["all but the last byte", bytes.subarray(0, -1)],
    ["something else", new TextEncoder().encode("{}".repeat(500))],
  ])("refuses %s", (_, file) => expect(() => openIndex(file)).toThrow(/^The index of tools .*\.$/));

  it("refuses a file of which any one byte is another", () => {
    for (let at = 0; at < bytes.length; at += 7) {
      const changed = bytes.slice();
      changed[at]! ^= 0x20;
      expect(() => openIndex(changed)).toThrow(/^The index of tools .*\.$/);
    }
  });
});
