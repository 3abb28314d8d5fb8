import { Problem } from "../../../http/problem.ts";
import type { AppRecord, AuthMethod } from "../../../lib/openapi-tools/index.ts";
import { oauthClientKey, serverClientKey } from "../../../ports/stores/oauth-client-store.ts";
import { oauthCallbackUrl } from "../../connections/flow/oauth-clients.ts";
import { readOperatorClient, storeOAuthClient } from "../../connections/flow/operator-clients.ts";
import {
  listSignInServers,
  needsOperatorClient,
  sharedServerOrigin,
} from "../../connections/sign-in-servers.ts";
import { createPersonEntry } from "../audit-entry.ts";
import type { Operation, OperationContext, Output } from "../contract.ts";

/** An app that signs in with an OAuth client of the operator. */
interface OAuthApp {
  readonly slug: string;
  readonly method: AuthMethod;
  /** The storage key of its client. */
  readonly key: string;
  readonly isOwn: boolean;
}

export const getAppClient: Operation<"getAppClient"> = async ({ app }, context) =>
  clientView(await requireApp(app, context), context);

export const putAppClient: Operation<"putAppClient"> = async (input, context) => {
  const { app: slug, client_id: id, client_secret: secret } = input;
  const app = await requireApp(slug, context);
  await storeOAuthClient(
    context.connections,
    app.key,
    { id, ...(secret !== undefined && { secret }) },
    createEntry(context, "oauth_client.saved", slug),
  );
  return clientView(app, context);
};

export const deleteAppClient: Operation<"deleteAppClient"> = async ({ app: slug }, context) => {
  const app = await requireApp(slug, context);
  const { store } = context.connections;
  const entry = createEntry(context, "oauth_client.deleted", slug);
  if (!(await store.saveClient(app.key, undefined, entry)))
    throw new Problem("record_not_found", `No OAuth client is stored for ${slug} only.`, {
      hint: "Store one first.",
    });
  return clientView(app, context);
};

const createEntry = (context: OperationContext, action: string, subject: string) =>
  createPersonEntry(context, context.current.person, { action, subject });

/** Returns the method of an app that needs an OAuth client of the operator. */
const findClientMethod = ({ methods }: Pick<AppRecord, "methods">): AuthMethod | undefined =>
  methods.find(needsOperatorClient);

async function requireApp(slug: string, context: OperationContext): Promise<OAuthApp> {
  const { account, connections } = context;
  const { record, isOwn } = await connections.resolveApp(account, slug).catch((error: unknown) => {
    // The catalog has no such app, or isn't ready.
    throw error instanceof Problem && /^(app|catalog)_not_/.test(error.code)
      ? unknownApp(slug)
      : error;
  });
  const method = findClientMethod(record);
  if (!method) throw unknownApp(slug);
  return { slug, method, isOwn, key: oauthClientKey(slug, isOwn ? account : undefined) };
}

const unknownApp = (slug: string): Problem =>
  new Problem("record_not_found", `No app "${slug}" signs in with an OAuth client.`, {
    hint: "Search the apps for their IDs.",
  });

/** Returns the API's view of an app's client. It never has the secret. */
async function clientView(
  { slug, method, key, isOwn }: OAuthApp,
  context: OperationContext,
): Promise<Output<"getAppClient">> {
  const { connections, apiOrigin } = context;
  const client = await readOperatorClient(connections, key);
  const failure = client && (await connections.store.listClientFailures()).get(key);
  const server = isOwn ? undefined : await findServer(method, context);
  return {
    app: slug,
    configured: client !== undefined,
    ...(client && { client_id: client.id }),
    ...(failure && { failure: { ...failure } }),
    ...(method.setupUrl !== undefined && { setup_url: method.setupUrl }),
    redirect_uri: oauthCallbackUrl(apiOrigin),
    ...(server && { server }),
  };
}

/** Returns the sign-in server that the apps of the catalog with this method share. */
async function findServer(
  method: AuthMethod,
  { catalog, connections }: OperationContext,
): Promise<Output<"getAppClient">["server"]> {
  const origin = sharedServerOrigin(method);
  if (origin === undefined) return undefined;
  const server = (await listSignInServers(catalog)).find((each) => each.origin === origin);
  return (
    server && {
      id: server.id,
      vendor: server.vendor,
      apps_count: server.apps.length,
      configured: (await connections.store.findClient(serverClientKey(origin))) !== undefined,
    }
  );
}
