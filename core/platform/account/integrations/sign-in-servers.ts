import { Problem } from "../../../http/problem.ts";
import { exchangeCode } from "../../../lib/oauth/index.ts";
import { serverClientKey } from "../../../ports/stores/oauth-client-store.ts";
import { formatError, recordClientUse } from "../../connections/client-failures.ts";
import { oauthCallbackUrl, requireEndpoints } from "../../connections/flow/oauth-clients.ts";
import { readOperatorClient, storeOAuthClient } from "../../connections/flow/operator-clients.ts";
import {
  listSignInServers as listServers,
  type SignInServer,
} from "../../connections/sign-in-servers.ts";
import { createPersonEntry } from "../audit-entry.ts";
import type { Operation, OperationContext, Output } from "../contract.ts";

const MAX_APPS = 12;

export const listSignInServers: Operation<"listSignInServers"> = async (_, context) => ({
  data: await Promise.all(
    (await listServers(context.catalog)).map((server) => serverView(server, context)),
  ),
});

export const getSignInServer: Operation<"getSignInServer"> = async ({ server: id }, context) =>
  serverView(await requireServer(id, context), context);

export const putOauthClient: Operation<"putOauthClient"> = async (input, context) => {
  const { server: id, client_id: clientId, client_secret: secret } = input;
  const server = await requireServer(id, context);
  await storeOAuthClient(
    context.connections,
    serverClientKey(server.origin),
    { id: clientId, ...(secret !== undefined && { secret }) },
    createEntry(context, "oauth_client.saved", server),
  );
  return serverView(server, context);
};

export const deleteOauthClient: Operation<"deleteOauthClient"> = async (
  { server: id },
  context,
) => {
  const server = await requireServer(id, context);
  const isDeleted = await context.connections.store.saveClient(
    serverClientKey(server.origin),
    undefined,
    createEntry(context, "oauth_client.deleted", server),
  );
  if (!isDeleted) throw clientNotFound(server);
  return serverView(server, context);
};

export const testOauthClient: Operation<"testOauthClient"> = async ({ server: id }, context) => {
  const server = await requireServer(id, context);
  const { method } = server;
  const stored = await requireClient(server, context);
  const client = { ...stored, auth: method.oauth.clientAuth };
  // Parts of the path, such as a tenant, don't decide whether the server knows the client.
  const fields = method.fields.map(({ name, fallback }) => [name, fallback ?? "common"] as const);
  const endpoints = requireEndpoints({
    method,
    fields: Object.fromEntries(fields),
    client,
    baseFields: [],
  });
  const reply = await exchangeCode(context.connections.fetch, endpoints, client, {
    code: "jackfield-test",
    redirectUri: oauthCallbackUrl(context.apiOrigin),
    verifier: undefined,
  });
  const isAccepted = "tokens" in reply || reply.refused.kind === "grant";
  await recordClientUse(
    { ...context.connections, now: context.now },
    {
      keys: [serverClientKey(server.origin)],
      app: server.apps[0].slug,
      client: { ...client, from: "operator" },
    },
    isAccepted ? undefined : reply.refused,
  );
  if (isAccepted) return { ok: true, detail: `${id} accepts the client.` };
  const reason = formatError(reply.refused, stored.secret);
  return reply.refused.kind === "client"
    ? { ok: false, detail: `${id} rejects the client: ${reason}` }
    : { ok: null, detail: `${id} doesn't say whether it accepts the client: ${reason}` };
};

async function requireServer(id: string, { catalog }: OperationContext): Promise<SignInServer> {
  const server = (await listServers(catalog)).find((each) => each.id === id);
  if (server) return server;
  throw new Problem("record_not_found", "No app of the catalog has this sign-in server.", {
    hint: "List the sign-in servers.",
  });
}

async function requireClient(server: SignInServer, { connections }: OperationContext) {
  const client = await readOperatorClient(connections, serverClientKey(server.origin));
  if (client) return client;
  throw clientNotFound(server);
}

const clientNotFound = ({ id }: SignInServer) =>
  new Problem("record_not_found", `No OAuth client is stored for ${id}.`, {
    hint: "Store one first.",
  });

const createEntry = (context: OperationContext, action: string, { id }: SignInServer) =>
  createPersonEntry(context, context.current.person, { action, subject: id });

/** Returns the API's view of a server. It never has the client's secret. */
async function serverView(
  { id, origin, signInHost, vendor, setupUrl, apps }: SignInServer,
  { connections, apiOrigin }: OperationContext,
): Promise<Output<"getSignInServer">> {
  const client = await readOperatorClient(connections, serverClientKey(origin));
  const failure =
    client && (await connections.store.listClientFailures()).get(serverClientKey(origin));
  return {
    id,
    sign_in_host: signInHost,
    vendor,
    apps_count: apps.length,
    apps: apps.slice(0, MAX_APPS).map(({ slug, name }) => ({ id: slug, name })),
    configured: client !== undefined,
    ...(client && { client_id: client.id }),
    ...(failure && { failure: { ...failure } }),
    ...(setupUrl !== undefined && { setup_url: setupUrl }),
    redirect_uri: oauthCallbackUrl(apiOrigin),
  };
}
