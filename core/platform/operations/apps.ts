import type { Operation } from "../contract.ts";
import { appsWanted } from "../domain/apps/search.ts";
import { pageOf } from "../domain/cursor.ts";
import { appSummary, appView } from "./views.ts";

export const searchApps: Operation<"searchApps"> = async (
  { search = "", category, connected, limit, cursor },
  { shelf },
) => {
  const { entries, seen } = await shelf.apps();
  const wanted = appsWanted(entries, { words: search, category }).map(seen);
  const fitting =
    connected === undefined
      ? wanted
      : wanted.filter(({ connections }) => connections > 0 === connected);
  const { items, next } = pageOf(fitting, { cursor, limit, of: [search, category, connected] });
  return { data: items.map(appSummary), total: fitting.length, next_cursor: next };
};

export const getApp: Operation<"getApp"> = async ({ app: slug }, { key, shelf, desk }) => {
  const { app, record } = await shelf.app(slug);
  const ready = new Map(
    await Promise.all(
      record.methods.map(
        async (method) =>
          [method, await desk.isConfigured(key, { record, isOwn: app.isOwn }, method)] as const,
      ),
    ),
  );
  return appView(app, record, (method) => ({
    isConfigured: ready.get(method)!,
    ...((method.type === "oauth2" || method.type === "mcp_oauth") && {
      redirectUri: desk.callback,
    }),
  }));
};
