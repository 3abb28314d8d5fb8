import { paginate } from "../../lib/kit/cursor.ts";
import { requireValue } from "../../lib/kit/require-value.ts";
import { rankApps } from "../catalog/search/search-apps.ts";
import type { Operation } from "../contract.ts";
import { withCursorProblem } from "./cursor-problem.ts";
import { appSummary, appView } from "./views.ts";

export const searchApps: Operation<"searchApps"> = async (
  { search = "", category, connected, limit, cursor },
  { catalogView },
) => {
  const { entries, toCatalogApp } = await catalogView.apps();
  const matching = rankApps(entries, { words: search, category }).map(toCatalogApp);
  const filtered =
    connected === undefined
      ? matching
      : matching.filter(({ connections }) => connections > 0 === connected);
  const { items, next } = withCursorProblem(() =>
    paginate(filtered, {
      cursor,
      limit,
      listKey: [search, category, connected],
    }),
  );
  return { data: items.map(appSummary), total: filtered.length, next_cursor: next };
};

export const getApp: Operation<"getApp"> = async (
  { app: slug },
  { actor, catalogView, connections },
) => {
  const { app, record } = await catalogView.app(slug);
  const configured = new Map(
    await Promise.all(
      record.methods.map(
        async (method) =>
          [
            method,
            await connections.isConfigured(actor, { record, isOwn: app.isOwn }, method),
          ] as const,
      ),
    ),
  );
  return appView(app, record, (method) => ({
    isConfigured: requireValue(configured.get(method), "whether a method is configured"),
    ...((method.type === "oauth2" || method.type === "mcp_oauth") && {
      redirectUri: connections.callbackUrl,
    }),
  }));
};
