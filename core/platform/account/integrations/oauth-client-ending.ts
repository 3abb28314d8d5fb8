import type { OperationContext, Output } from "../contract.ts";
import {
  type Confirmation,
  type Consequence,
  count,
  type DescribeEnd,
} from "../pages/confirmation-page.ts";
import type { PageRequest } from "../pages/page-request.ts";

type Client = Pick<Output<"getAppClient">, "configured" | "client_id">;

/** What users of the apps notice without their OAuth client, or with another one. */
async function describeStops(
  { connections, account }: OperationContext,
  apps: ReadonlySet<string>,
): Promise<readonly Consequence[]> {
  const all = await connections.store.list(account, {});
  const using = all.filter(
    ({ connection: { app, status, method } }) =>
      apps.has(app) && status === "active" && method !== undefined,
  );
  return [
    {
      icon: "plug",
      text:
        using.length === 0
          ? "No connection works with it now"
          : `${count(using.length, "connection")} may have to sign in again`,
      detail: using.length === 0 ? undefined : "When their access tokens expire.",
    },
  ];
}

const confirmDeletion = (
  name: string,
  path: string,
  stops: readonly Consequence[],
): Confirmation => ({
  title: `Delete the OAuth client of ${name}?`,
  consequences: [
    ...stops,
    {
      icon: "key",
      text: "The client ID and secret are deleted",
      detail: "You can enter them again.",
    },
  ],
  kept: `The client stays registered at ${name}.`,
  action: "Delete the client",
  cancel: { text: "Keep it", path: `${path}#client` },
});

const confirmReplacement = (
  name: string,
  path: string,
  stops: readonly Consequence[],
): Confirmation => ({
  title: `Replace the OAuth client of ${name}?`,
  consequences: stops,
  kept: "The same client with a new secret ends nothing.",
  action: "Replace the client",
  cancel: { text: "Keep the stored one", path: `${path}#client` },
});

/** Whether a form enters another client than the stored one. */
const isOther = ({ configured, client_id: id }: Client, fields: URLSearchParams): boolean =>
  configured && Boolean(fields.get("client_id")) && fields.get("client_id") !== id;

async function readApp({ context, run, parameters }: PageRequest) {
  const client = await run("getAppClient", { app: parameters["app"] });
  const { name } = await context.platform("getApp", { app: client.app });
  const stops = () => describeStops(context, new Set([client.app]));
  return { client, name, stops, path: `/integrations/${client.app}` };
}

export const describeAppClientDeletion: DescribeEnd = async (request) => {
  const { name, path, stops } = await readApp(request);
  return confirmDeletion(name, path, await stops());
};

export const describeAppClientReplacement: DescribeEnd = async (request, fields) => {
  const { client, name, path, stops } = await readApp(request);
  return isOther(client, fields) ? confirmReplacement(name, path, await stops()) : undefined;
};

async function readServer({ context, run, parameters }: PageRequest) {
  const server = await run("getSignInServer", { server: parameters["server"] });
  const stops = () => describeStops(context, new Set(server.apps.map(({ id }) => id)));
  return { server, stops, path: `/sign-in-servers/${server.id}` };
}

export const describeServerClientDeletion: DescribeEnd = async (request) => {
  const { server, path, stops } = await readServer(request);
  return confirmDeletion(server.vendor, path, [
    {
      icon: "users",
      text: `${count(server.apps_count, "app")} can't be connected with it any longer`,
    },
    ...(await stops()),
  ]);
};

export const describeServerClientReplacement: DescribeEnd = async (request, fields) => {
  const { server, path, stops } = await readServer(request);
  return isOther(server, fields)
    ? confirmReplacement(server.vendor, path, await stops())
    : undefined;
};
