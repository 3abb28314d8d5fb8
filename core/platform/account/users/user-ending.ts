import { describePaused, listTriggers } from "../pages/affected.ts";
import {
  type Consequence,
  count,
  type DescribeEnd,
  listNames,
} from "../pages/confirmation-page.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { userPath } from "./users-page.ts";

async function readUser({ context, run, parameters }: PageRequest) {
  const user = await run("getUser", { user: parameters["user"] });
  const total = Object.values(user.connections).reduce((sum, each) => sum + each, 0);
  const triggers = await listTriggers(context, { user: user.id });
  const { data: keys } = await run("listKeys", {});
  const own = keys.filter((key) => key.user === user.id && key.status === "active");
  return { user, total, triggers, keys: own, path: userPath(user.id) };
}

const describeConnections = (total: number): readonly Consequence[] =>
  total === 0
    ? []
    : [
        {
          icon: "plug",
          text: `${count(total, "connection")} ${total === 1 ? "ends" : "end"}`,
          detail:
            "Jackfield deletes the stored credentials, and revokes tokens at the apps that support it.",
        },
      ];

const isWatching = ({
  status,
  connection,
}: {
  readonly status: string;
  readonly connection: string | null;
}) => status !== "paused" && connection !== null;

/** Asks before all connections of an end user are deleted. */
export const describeUserDisconnect: DescribeEnd = async (request) => {
  const { user, total, triggers, path } = await readUser(request);
  return {
    title: `Disconnect everything of ${user.id}?`,
    consequences: [...describeConnections(total), ...describePaused(triggers.filter(isWatching))],
    kept: "The runs and API keys of this user stay.",
    action: "Disconnect all",
    cancel: { text: "Keep them", path },
  };
};

/** Asks before everything of an end user is deleted. */
export const describeUserDeletion: DescribeEnd = async (request) => {
  const { user, total, triggers, keys, path } = await readUser(request);
  return {
    title: `Delete everything of ${user.id}?`,
    lead: "This can't be undone.",
    consequences: [
      ...describeConnections(total),
      ...describePaused(triggers.filter(isWatching)),
      ...(keys.length > 0
        ? [
            {
              icon: "key" as const,
              text: `${count(keys.length, "API key")} of this user ${keys.length === 1 ? "is" : "are"} deleted`,
              detail: listNames(keys.map(({ name }) => name)),
            },
          ]
        : []),
      { icon: "activity", text: "The runs and pending links of this user are deleted" },
    ],
    kept: "The audit log keeps the user's ID.",
    action: "Delete everything of this user",
    cancel: { text: "Keep the user", path },
    retype: user.id,
  };
};
