import { Problem } from "../../../http/problem.ts";
import { type CompiledApp, explainPrivateHost } from "../../../lib/openapi-tools/compile/index.ts";
import type { AppLocation } from "../../../ports/app-reader.ts";
import { listRemovedConnections, removeOwnApp, saveOwnApp } from "../../catalog/manage-own-apps.ts";
import { findEntry } from "../../catalog/search/merge-entries.ts";
import { createPersonEntry } from "../audit-entry.ts";
import type { Operation, OperationContext, Output } from "../contract.ts";

const MAX_TOOLS = 50;

interface Location {
  readonly document?: string | undefined;
  readonly url?: string | undefined;
  readonly id?: string | undefined;
}

export const previewApp: Operation<"previewApp"> = async (input, context) =>
  appView(await readApp(input, context), context);

export const addApp: Operation<"addApp"> = async (input, context) => {
  const app = await readApp(input, context);
  const view = await appView(app, context);
  if (view.replaces && !input.replace) throw appExists(view.id, view.replaces);
  const { account, now } = context;
  const entry = createEntry(context, "app.added", view.id);
  const isNew = !input.replace;
  const isSaved = await saveOwnApp(context.keyStore, app, { account, now: now(), entry, isNew });
  if (!isSaved) throw appExists(view.id, { name: view.name, own: true });
  context.forgetOwnApps(account);
  return view;
};

export const removeApp: Operation<"removeApp"> = async ({ app, confirm }, context) => {
  const { account, keyStore } = context;
  if (!(await isOwnApp(app, context))) throw unknownApp(app);
  const removed = {
    account,
    slug: app,
    isInCatalog: findEntry(context.catalog.apps, app) !== undefined,
  };
  const connectionStore = context.connections.store;
  const connections = await listRemovedConnections(connectionStore, removed);
  if (connections.length > 0 && confirm !== app) throw appConnected(app, connections.length);
  const isRemoved = await removeOwnApp(
    {
      keyStore,
      connectionStore,
      removeConnection: (connection) => context.platform("deleteConnection", { connection }),
    },
    removed,
    createEntry(context, "app.removed", app),
  );
  if (!isRemoved) throw unknownApp(app);
  context.forgetOwnApps(account);
  return { id: app, connections_removed: connections.length };
};

const createEntry = (context: OperationContext, action: string, subject: string) =>
  createPersonEntry(context, context.current.person, { action, subject });

const isOwnApp = async (id: string, { keyStore, account }: OperationContext): Promise<boolean> =>
  (await keyStore.listApps(account)).some(({ slug }) => slug === id);

function toLocation(document: string | undefined, url: string | undefined): AppLocation {
  if (document !== undefined && url === undefined) return { document };
  if (document === undefined && url !== undefined) return { url };
  throw new Problem("invalid_input", "Send either a document or a URL.", {
    errors: [{ pointer: "/url", detail: "Enter a URL, or paste a document." }],
  });
}

/** Reads an app. Throws the `Problem` "app_refused" with a line for each reason. */
async function readApp(
  { document, url, id }: Location,
  { appReader }: OperationContext,
): Promise<CompiledApp> {
  const location = toLocation(document, url);
  const pointer = document === undefined ? "/url" : "/document";
  const app = await appReader.read(location, { slug: id });
  if ("unreadable" in app) throw appRefused(app.unreadable, []);
  if (!("refused" in app)) return app;
  throw appRefused(
    app.why,
    app.report.left.map(({ where, why }) => ({ pointer, detail: `${where}: ${why}` })),
  );
}

const appRefused = (
  why: string,
  errors: readonly { readonly pointer: string; readonly detail: string }[],
): Problem =>
  new Problem("app_refused", why, {
    hint: "Correct the document or the URL, and try again.",
    ...(errors.length > 0 && { errors }),
  });

/** Returns the API's view of an app that was read. */
async function appView(
  { record, cards, report }: CompiledApp,
  context: OperationContext,
): Promise<Output<"previewApp">> {
  const replaces = await findReplaced(record.slug, context);
  return {
    id: record.slug,
    name: record.name,
    description: record.description,
    kind: record.kind,
    base_url: record.base,
    private:
      URL.canParse(record.base) &&
      explainPrivateHost(new URL(record.base), record.base) !== undefined,
    auth_types: record.methods.map(({ type }) => type),
    tools_count: cards.length,
    tools: cards.slice(0, MAX_TOOLS).map(({ name, title, annotations, method, path }) => ({
      name,
      title,
      ...(method !== undefined && path !== undefined && { request: `${method} ${path}` }),
      read_only: annotations.readOnly,
    })),
    skipped: report.left.map(({ where, why }) => ({ where, why })),
    skipped_more: report.more,
    ...(replaces && { replaces }),
  };
}

/** Returns the app that has this ID now: the account's own, or the catalog's. */
async function findReplaced(
  id: string,
  context: OperationContext,
): Promise<{ name: string; own: boolean } | undefined> {
  if (await isOwnApp(id, context)) {
    const { name } = await context.platform("getApp", { app: id });
    return { name, own: true };
  }
  const entry = findEntry(context.catalog.apps, id);
  return entry && { name: entry.name, own: false };
}

const appExists = (id: string, { name, own }: { name: string; own: boolean }): Problem =>
  new Problem(
    "app_exists",
    own ? `You have already added an app "${id}".` : `The catalog already has an app "${id}".`,
    {
      hint: `Choose another ID, or send "replace": true to replace ${name}.`,
      errors: [{ pointer: "/id", detail: `${name} has this ID.` }],
    },
  );

const appConnected = (id: string, count: number): Problem =>
  new Problem("app_connected", `App "${id}" has ${count} connection${count === 1 ? "" : "s"}.`, {
    hint: "They are deleted with the app. Enter the app's ID to confirm.",
    errors: [{ pointer: "/confirm", detail: `Enter ${id}.` }],
  });

const unknownApp = (id: string): Problem =>
  new Problem("record_not_found", `You have added no app "${id.slice(0, 100)}".`, {
    hint: "List the apps of the account.",
  });
