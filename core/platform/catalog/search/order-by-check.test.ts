import { expect, it } from "vitest";
import type { ToolCheck } from "../../../lib/openapi-tools/index.ts";
import { createRefutedNotice, orderByCheck } from "./order-by-check.ts";
import type { RankedTool } from "./tool-finder.ts";

const client = { name: "notes", version: "1.2.3" };

const createTool = (
  name: string,
  score: number,
  level?: ToolCheck["level"],
  step?: number,
): RankedTool => ({
  card: {
    name: `notes.${name}`,
    title: name,
    description: "",
    input: [],
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    ...(level && { check: { level, client } }),
  },
  score,
  confidence: 0.9,
  why: [],
  ...(step !== undefined && { step }),
});

const summarize = (tools: readonly RankedTool[]) =>
  tools.map(({ card, score }) => `${card.name.slice(6)} ${score}`);

it("prefers higher levels among tools with equal scores, and leaves others where they are", () =>
  expect(
    summarize(
      orderByCheck({
        tools: [
          createTool("best", 0.9),
          createTool("compiled", 0.802),
          createTool("endpoint", 0.801, "known_endpoint"),
          createTool("example", 0.8, "matches_example"),
          createTool("client", 0.799, "matches_client"),
          createTool("last", 0.7, "matches_client"),
        ],
      }),
    ),
  ).toEqual([
    "best 0.9",
    "client 0.802",
    "example 0.801",
    "endpoint 0.8",
    "compiled 0.799",
    "last 0.7",
  ]));

it("puts refuted tools last with a low confidence, and reports one that matches best", () => {
  const tools = [createTool("wrong", 0.9, "refuted"), createTool("right", 0.5)];
  const ordered = orderByCheck({ tools });
  expect(ordered.map(({ card, score, confidence }) => [card.title, score, confidence])).toEqual([
    ["right", 0.9, 0.9],
    ["wrong", 0.5, 0.49],
  ]);
  expect(createRefutedNotice(tools)).toEqual({
    code: "refuted_tool",
    app: "notes",
    message: "The request of notes.wrong differs from that of the vendor's client notes 1.2.3.",
    hint: "The tool probably fails. Use another tool if one fits.",
  });
  expect(createRefutedNotice(ordered)).toBeUndefined();
});

it("keeps the turns of tools for steps", () => {
  const tools = [
    createTool("first", 0.8, undefined, 0),
    createTool("wrong", 0.8, "refuted", 1),
    createTool("second", 0.8, "matches_client", 1),
  ];
  expect(summarize(orderByCheck({ tools, steps: ["a", "b"] }))).toEqual([
    "first 0.8",
    "second 0.8",
    "wrong 0.8",
  ]);
});
