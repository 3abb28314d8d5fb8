import { pageRange } from "../../lib/kit/cursor.ts";
import type { Operation } from "../contract.ts";
import { withCursorProblem } from "./cursor-problem.ts";
import { inputSchemaView, toolSummary, toolView } from "./views.ts";

export const findTools: Operation<"findTools"> = async (
  { task, limit, apps, connected, schemas },
  { catalogView },
) => {
  const { matches, steps, notices } = await catalogView.find({
    task,
    limit,
    apps,
    connected,
    schemas,
  });
  return {
    tools: matches.map(({ app, card, score, confidence, why, step, inputSchema }) => ({
      ...toolSummary(app, card),
      score,
      confidence,
      why: [...why],
      ...(step !== undefined && { step: step + 1 }),
      ...(inputSchema && inputSchemaView(inputSchema)),
    })),
    ...(steps && { steps: [...steps] }),
    notices: notices.map(({ code, app, message, hint }) => ({
      code,
      ...(app !== undefined && { app }),
      message,
      hint,
    })),
  };
};

export const getTool: Operation<"getTool"> = async ({ tool: name, schema }, { catalogView }) => {
  const { app, card, tool } = await catalogView.tool(name);
  return toolView(app, card, tool, schema);
};

export const listTools: Operation<"listTools"> = async (
  { app: slug, limit, cursor },
  { catalogView },
) => {
  const { app, length, cards } = await catalogView.listTools(slug);
  const { start, end, next } = withCursorProblem(() =>
    pageRange(length, { cursor, limit, listKey: slug }),
  );
  return {
    data: (await cards(start, end)).map((card) => toolSummary(app, card)),
    total: length,
    next_cursor: next,
  };
};
