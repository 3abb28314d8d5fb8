import { describe, expect, it } from "vitest";
import { searchTools } from "../search-tools.ts";
import { buildIndex } from "./build.ts";
import { openIndex } from "./open-index.ts";

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

describe("openIndex", () => {
  it("accepts bytes that start at an odd offset", () => {
    const moved = new Uint8Array(bytes.length + 1);
    moved.set(bytes, 1);
    expect(
      searchTools(openIndex(moved.subarray(1)), { task: "post a message", limit: 1 }),
    ).toHaveLength(1);
  });

  it("opens an empty index, which has no matches", () => {
    expect(searchTools(openIndex(buildIndex([])), { task: "post a message", limit: 1 })).toEqual(
      [],
    );
  });

  it.each([
    ["an empty file", new Uint8Array(0)],
    ["half of the file", bytes.subarray(0, bytes.length >> 1)],
    ["a file without its last byte", bytes.subarray(0, -1)],
    ["a file of another format", new TextEncoder().encode("{}".repeat(500))],
  ])("rejects %s", (_, file) => expect(() => openIndex(file)).toThrow(/^The tool index .*\.$/));

  it("rejects a file with a changed byte", () => {
    for (let at = 0; at < bytes.length; at += 7) {
      const changed = bytes.slice();
      changed[at]! ^= 0x20;
      expect(() => openIndex(changed)).toThrow(/^The tool index .*\.$/);
    }
  });
});
