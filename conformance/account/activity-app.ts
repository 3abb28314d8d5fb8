import { createTool } from "../../core/lib/openapi-tools/call/testing.ts";
import { createKey } from "../../core/platform/auth/create-key.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { createAppRecord } from "../fixtures/connections/apps.ts";
import { createCatalog } from "../fixtures/connections/test-platform.ts";
import {
  respondJson,
  startUpstream,
  type UpstreamHandler,
} from "../fixtures/platform/tool-runner.ts";
import { startTestAccount, type TestAccount, type TestBrowser } from "./fixture.ts";

/** An account with an app that needs no connection. */
export interface ActivityApp {
  readonly account: TestAccount;
  readonly owner: TestBrowser;
  /** The requests that the app received. */
  readonly requests: Awaited<ReturnType<typeof startUpstream>>["requests"];
  /** Changes how the app responds. */
  respondWith(handler: UpstreamHandler): void;
  /** Creates an API key. Returns its ID and its secret. */
  addKey(options?: { readonly name?: string; readonly user?: string }): Promise<ActivityKey>;
  /** Runs a tool with an API key. Returns the ID of the run. */
  run(key: ActivityKey, tool?: string, input?: object): Promise<string>;
  close(): Promise<void>;
}

export interface ActivityKey {
  readonly id: string;
  readonly secret: string;
}

const READ_ONLY = { readOnly: true, destructive: false, idempotent: true, openWorld: true };
const TEXT_INPUT = {
  type: "object",
  properties: { title: { type: "string" }, access_token: { type: "string" } },
  additionalProperties: false,
};

/** Starts an account whose app has the tools `notes.read` and `notes.write`. */
export async function startActivityApp(
  options: { readonly closing?: AbortSignal } = {},
): Promise<ActivityApp> {
  let respond: UpstreamHandler = respondJson({ id: 1 });
  const app = await startUpstream((request, response) => respond(request, response));
  const title = { argument: "title", in: "query", name: "title", style: "form" } as const;
  const account = await startTestAccount({
    catalog: createCatalog(
      [
        createAppRecord("notes", [{ id: "none", type: "none", fields: [], from: "overlay" }], {
          base: app.origin,
        }),
      ],
      [
        createTool(
          { path: "/notes", slots: [title] },
          { name: "notes.read", auth: ["none"], annotations: READ_ONLY, input: TEXT_INPUT },
        ),
        createTool(
          { path: "/notes", method: "POST", slots: [title] },
          { name: "notes.write", auth: ["none"], input: TEXT_INPUT },
        ),
      ],
    ),
    allowedOrigins: [app.origin],
    account: options,
  });
  const owner = await account.setUp();
  const client = account.openBrowser();

  return {
    account,
    owner,
    requests: app.requests,
    respondWith(handler) {
      respond = handler;
    },
    async addKey({ name = "laptop", user } = {}) {
      const { key, secret } = await createKey({
        account: DEFAULT_ACCOUNT,
        name,
        permissions: ["read", "run"],
        ...(user !== undefined && { user }),
      });
      await account.keyStore.addKey(key);
      return { id: key.id, secret };
    },
    async run({ secret }, tool = "notes.read", input = {}) {
      const response = await client.request("POST", `/api/v1/tools/${tool}/run`, {
        headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
        body: JSON.stringify({ arguments: input }),
      });
      const body = (await response.json()) as { run: string };
      if (response.status !== 200) throw new Error(JSON.stringify(body));
      // The next run gets another millisecond, so that the runs have an order.
      account.advance(1);
      return body.run;
    },
    async close() {
      await account.close();
      await app.close();
    },
  };
}
