import { html } from "../../../lib/html-page/index.ts";
import type { OperationContext } from "../contract.ts";
import {
  actsWith,
  describePaused,
  describeUnfinished,
  listTriggers,
  mayRun,
} from "../pages/affected.ts";
import {
  type Confirmation,
  type Consequence,
  count,
  type DescribeEnd,
  listNames,
} from "../pages/confirmation-page.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { readParameter } from "../pages/page-request.ts";
import type { Connection } from "./app.ts";

/** What stops while a connection doesn't work: triggers, runs, and the tools of keys. */
async function describeStops(
  { context, run }: PageRequest,
  connection: Connection,
  appName: string,
): Promise<readonly Consequence[]> {
  const others = await listOthers(context, connection);
  const [watching, all, unfinished, keys] = await Promise.all([
    listTriggers(context, { connection: connection.id }),
    listTriggers(context, {}),
    describeUnfinished(context, { connection: connection.id }),
    run("listKeys", {}),
  ]);
  const acting = all.filter(
    (trigger) =>
      trigger.status !== "paused" &&
      !watching.some(({ id }) => id === trigger.id) &&
      actsWith(trigger, connection, others.length > 0),
  );
  const losing =
    others.length > 0 ? [] : keys.data.filter((key) => mayRun(key, connection) && !key.client);
  const clients =
    others.length > 0 ? [] : keys.data.filter((key) => mayRun(key, connection) && key.client);
  return [
    ...describePaused(watching.filter(({ status }) => status !== "paused")),
    ...describeNamed(
      "bolt",
      acting,
      (text) => `${text} can no longer run tools of ${appName}`,
      "trigger",
    ),
    ...unfinished,
    ...describeNamed("key", losing, (text) => `${text} can't run tools of ${appName}`, "key"),
    ...describeNamed(
      "plug",
      clients,
      (text) => `${text} can't run tools of ${appName}`,
      "MCP client",
    ),
  ];
}

const describeNamed = (
  icon: Consequence["icon"],
  items: readonly { readonly name: string }[],
  describe: (counted: string) => string,
  noun: string,
): readonly Consequence[] =>
  items.length === 0
    ? []
    : [
        {
          icon,
          text: describe(count(items.length, noun)),
          detail: listNames(items.map(({ name }) => name)),
        },
      ];

/** The other active connections of the same owner to the app. */
async function listOthers(
  { platform }: OperationContext,
  { id, app, user }: Connection,
): Promise<readonly Connection[]> {
  const { data } = await platform("listConnections", { app, status: "active", limit: 100 });
  return data.filter((each) => each.id !== id && each.user === user);
}

/** Reads the connection of a path and the name of its app. */
async function readConnection(request: PageRequest) {
  const { context } = request;
  const connection = await context.platform("getConnection", {
    connection: readParameter(request, "connection"),
  });
  const { name } = await context.platform("getApp", { app: connection.app });
  return { connection, appName: name, path: `/integrations/${connection.app}` };
}

const nameOf = (appName: string, { label }: Connection): string =>
  label === appName ? appName : `${appName}, ${label}`;

const describeOwner = ({ default: isDefault, account, user }: Connection): string => {
  const name = account?.email ?? account?.name;
  return [
    isDefault && "It is the default connection.",
    name !== undefined && `It is signed in as ${name}.`,
    user !== null && `It belongs to the end user ${user}.`,
  ]
    .filter(Boolean)
    .join(" ");
};

/** Asks before a connection is deleted. */
export const describeDisconnect: DescribeEnd = async (request): Promise<Confirmation> => {
  const { connection, appName, path } = await readConnection(request);
  const stops =
    connection.status === "active" ? await describeStops(request, connection, appName) : [];
  return {
    title: `Disconnect ${nameOf(appName, connection)}?`,
    lead: describeOwner(connection),
    consequences: [
      ...stops,
      {
        icon: "key",
        text: "The sign-in ends",
        detail: `Jackfield deletes the stored credentials, and revokes tokens at ${appName} if it supports that.`,
      },
    ],
    kept: `Nothing at ${appName} changes, and the log of runs stays.`,
    action: "Disconnect",
    cancel: { text: "Keep it", path },
    instead:
      connection.status === "active"
        ? html`To pause it only, <a href="${path}#${connection.id}">turn it off</a>: runs stop, and the sign-in stays.`
        : undefined,
  };
};

/** Asks before a connection is turned off. Its other changes end nothing. */
export const describeTurnOff: DescribeEnd = async (request, fields) => {
  if (fields.get("enabled") !== "false") return undefined;
  const { connection, appName, path } = await readConnection(request);
  if (connection.status !== "active") return undefined;
  return {
    title: `Turn off ${nameOf(appName, connection)}?`,
    lead: describeOwner(connection),
    consequences: [
      ...(await describeStops(request, connection, appName)),
      { icon: "plug", text: "Tools reject this connection", detail: "Until you turn it on again." },
    ],
    kept: "The sign-in stays. Triggers that pause continue when you turn it on.",
    action: "Turn off",
    cancel: { text: "Leave it on", path },
  };
};
