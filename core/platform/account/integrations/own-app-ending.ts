import { describePaused, listTriggers } from "../pages/affected.ts";
import { type Consequence, count, type DescribeEnd } from "../pages/confirmation-page.ts";
import { readParameter } from "../pages/page-request.ts";

/** Asks before an app that the account added is removed. */
export const describeAppRemoval: DescribeEnd = async (request) => {
  const { context } = request;
  const app = await context.platform("getApp", { app: readParameter(request, "app") });
  const { account, connections } = context;
  const stored = await connections.store.list(account, { app: app.id });
  const watching = await listTriggers(context, { app: app.id });
  const lost: readonly Consequence[] =
    stored.length === 0
      ? []
      : [
          {
            icon: "plug",
            text: `${count(stored.length, "connection")} of it ${stored.length === 1 ? "is" : "are"} deleted`,
            detail: "With the stored credentials.",
          },
        ];
  return {
    title: `Remove ${app.name}?`,
    lead: "This can't be undone.",
    consequences: [
      {
        icon: "search",
        text: `Agents no longer find the ${count(app.tools_count, "tool")} of ${app.name}`,
      },
      ...lost,
      ...describePaused(watching.filter(({ status }) => status !== "paused")),
    ],
    kept: "The log of runs stays.",
    action: `Remove ${app.name}`,
    cancel: { text: "Keep it", path: `/integrations/${app.id}` },
    retype: stored.length > 0 ? app.id : undefined,
  };
};
