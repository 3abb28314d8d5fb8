import type { Operation } from "../contract.ts";
import { rangeOf } from "../domain/cursor.ts";
import { toolSummary, toolView } from "./views.ts";

export const findTools: Operation<"findTools"> = async (
  { task, limit, apps, connected },
  { shelf },
) => {
  const found = await shelf.find({ task, limit, apps, connected });
  return {
    tools: found.map(({ app, card, score, why }) => ({
      ...toolSummary(app, card),
      score,
      why: [...why],
    })),
  };
};

export const getTool: Operation<"getTool"> = async ({ tool: name }, { shelf }) => {
  const { app, card, tool } = await shelf.tool(name);
  return toolView(app, card, tool);
};

export const listTools: Operation<"listTools"> = async (
  { app: slug, limit, cursor },
  { shelf },
) => {
  const { app, length, cards } = await shelf.toolsOf(slug);
  const { start, end, next } = rangeOf(length, { cursor, limit, of: slug });
  return {
    data: (await cards(start, end)).map((card) => toolSummary(app, card)),
    total: length,
    next_cursor: next,
  };
};
