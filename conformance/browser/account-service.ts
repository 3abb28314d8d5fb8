import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen } from "../../adapters/runtime/serve.ts";
import { createHostCheck } from "../../adapters/services/allowed-hosts.ts";
import { openAccount } from "../../adapters/services/open-account.ts";
import { openPlatformParts } from "../../adapters/services/platform-parts.ts";
import { admin, createPlatform } from "../../core/index.ts";
import { createTool } from "../../core/lib/openapi-tools/call/testing.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { createAppRecord, createOAuthMethod, keyMethod } from "../fixtures/connections/apps.ts";
import { createCatalog } from "../fixtures/connections/test-platform.ts";
import {
  respondJson,
  startUpstream,
  type UpstreamHandler,
} from "../fixtures/platform/tool-runner.ts";
import { activeConnection } from "../ports/connection-store/stored.ts";

/** Arguments of every kind that the form of a tool has. */
const TOOL_INPUT = {
  type: "object",
  properties: {
    folder: { type: "string", description: "The folder." },
    order: { type: "string", enum: ["newest", "oldest"] },
    filter: { type: "object" },
    labels: { type: "array", items: { type: "string" } },
  },
  required: ["folder", "order", "filter", "labels"],
};

const READ_ONLY = { readOnly: true, destructive: false, idempotent: true, openWorld: true };

/** A platform on a port of 127.0.0.1 whose clock can be moved. */
export async function startAccountService() {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  const server = await listen({ hostname: "127.0.0.1", port: 0 });
  const resources = new AsyncDisposableStack();
  const clock = { offset: 0 };
  const now = () => Date.now() + clock.offset;
  const origin = server.url;
  let respond: UpstreamHandler = respondJson({ error: "Out of paper" }, 500);
  const app = await startUpstream((request, response) => respond(request, response));
  const catalog = createCatalog(
    [
      createAppRecord("notes", [keyMethod, createOAuthMethod("https://auth.example")]),
      createAppRecord("open", [{ id: "none", type: "none", fields: [], from: "overlay" }], {
        base: app.origin,
      }),
    ],
    [
      createTool(
        { path: "/notes" },
        { name: "notes.list", title: "List notes", input: TOOL_INPUT },
      ),
      createTool(
        { path: "/" },
        { name: "open.read", title: "Read a page", auth: ["none"], annotations: READ_ONLY },
      ),
      createTool(
        { path: "/", method: "POST" },
        { name: "open.write", title: "Write a page", auth: ["none"] },
      ),
    ],
  );
  const parts = await openPlatformParts({
    origin,
    dataFolder: folder,
    catalog,
    allowedOrigins: [app.origin],
    now,
  });
  const { accountStores } = parts;
  for (const status of ["active", "expired"] as const)
    await parts.options.connections.deps.store.add({
      ...activeConnection,
      id: `conn_${status}`,
      account: DEFAULT_ACCOUNT,
      app: "notes",
      user: "user_42",
      status,
      due: undefined,
    });
  const account = await openAccount(
    accountStores,
    {
      databaseUrl: undefined,
      dataFolder: folder,
      clientKey: () => "192.0.2.1",
      appReader: parts.appReader,
    },
    resources,
  );
  server.handle(
    createPlatform({
      origin,
      ...parts.options,
      account,
      allowsHost: createHostCheck(origin, []),
      now,
    }),
  );
  const options = () => ({ origin, now: now() });
  return {
    url: origin,
    /** Changes how the app responds. */
    respondWith(handler: UpstreamHandler) {
      respond = handler;
    },
    stores: accountStores,
    keyStore: parts.options.keyStore,
    pageUrl: admin.toPageOrigin(origin),
    clock,
    createSetupLink: async () =>
      (
        await admin.createSetupLink(accountStores.peopleStore, {
          ...options(),
          replacesEarlier: true,
        })
      ).url,
    async createSignInLink() {
      const [member] = await accountStores.peopleStore.listMembers(DEFAULT_ACCOUNT);
      return (await admin.createSignInLink(accountStores.peopleStore, member!.person, options()))
        .url;
    },
    async close() {
      await server.close(0);
      await parts.close();
      await resources.disposeAsync();
      await app.close();
      rmSync(folder, { recursive: true });
    },
  };
}
