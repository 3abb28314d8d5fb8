import { createTool } from "../../core/lib/openapi-tools/call/testing.ts";
import { createAppRecord, createOAuthMethod, keyMethod } from "../fixtures/connections/apps.ts";
import { createCatalog } from "../fixtures/connections/test-platform.ts";
import { respondJson, startUpstream } from "../fixtures/platform/tool-runner.ts";
import { startTestAccount, type TestAccount, type TestBrowser } from "./fixture.ts";

const READ_ONLY = { readOnly: true, destructive: false, idempotent: true, openWorld: true };

const BOATS = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Boats", version: "1" },
  servers: [{ url: "https://api.boats.acme.io" }],
  paths: { "/boats": { get: { operationId: "listBoats", summary: "List boats" } } },
});

export type FurnishedAccount = Awaited<ReturnType<typeof startFurnishedAccount>>;

/** An account that has one of everything that its pages show, with the IDs by parameter of a path. */
export async function startFurnishedAccount() {
  const app = await startUpstream(respondJson({ notes: [] }));
  const account = await startTestAccount({
    catalog: createCatalog(
      [
        createAppRecord("notes", [keyMethod], { base: app.origin, tools: 2 }),
        createAppRecord("mail", [createOAuthMethod("https://auth.example")]),
        createAppRecord("post", [createOAuthMethod("https://auth.example")]),
      ],
      [
        createTool(
          { path: "/notes" },
          { name: "notes.list", title: "List notes", annotations: READ_ONLY, auth: ["api_key"] },
        ),
        createTool(
          { path: "/notes", method: "POST" },
          { name: "notes.add", title: "Add a note", auth: ["api_key"] },
        ),
      ],
    ),
    allowedOrigins: [app.origin],
  });
  const owner = await account.setUp();
  const parameters = await furnish(account, owner);
  return {
    account,
    owner,
    parameters,
    /** Fills in the parameters of a path. */
    fillIn: (path: string) =>
      path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parameters[name]!)),
    async close() {
      await account.close();
      await app.close();
    },
  };
}

async function furnish(
  account: TestAccount,
  owner: TestBrowser,
): Promise<Readonly<Record<string, string>>> {
  const post = async (path: string, body: object) => {
    const { status, body: output } = await owner.api("POST", path, body);
    if (status >= 400) throw new Error(`${path}: ${JSON.stringify(output)}`);
    return output;
  };
  const { key, secret } = await post("/keys", {
    name: "laptop",
    permissions: ["read", "connect", "run"],
  });
  const { secret: userSecret } = await post("/keys", {
    name: "for a user",
    permissions: ["read", "connect", "run"],
    user: "user_42",
  });
  const platform = async (path: string, body: object, bearer = secret) => {
    const response = await account.send(
      new Request(`${account.origin}/api/v1${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
    const output = (await response.json()) as any;
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(output)}`);
    return output;
  };
  const connect = async (bearer: string) => {
    const { url, connection } = await platform("/apps/notes/connect", {}, bearer);
    const { pathname } = new URL(url);
    const browser = account.openBrowser();
    await browser.request("GET", pathname);
    await browser.form(pathname, { method: "api_key", f_key: "sk_1" });
    return (connection.id ?? connection) as string;
  };
  const connection = await connect(secret);
  await connect(userSecret);
  const { run } = await platform("/tools/notes.list/run", {});
  const { trigger } = await platform("/triggers", {
    name: "New notes",
    watch: { kind: "event" },
    actions: [{ kind: "run", tool: "notes.add" }],
  });
  await platform("/triggers", {
    name: "Poll notes",
    watch: { kind: "poll", tool: "notes.list", arguments: {} },
    actions: [{ kind: "run", tool: "notes.add" }],
  });
  const { events } = await platform(`/triggers/${trigger.id}/fire`, { data: {} });
  await post("/apps", { document: BOATS, id: "boats" });
  await account.addMember("Ben", "owner");
  const { invitation } = await post("/invitations", { role: "member" });
  await owner.addPasskey();
  await account.openBrowser().api("POST", "/sign-in/password", {
    name: "Ada",
    password: "correct horse battery",
  });
  const { data: sessions } = (await owner.api("GET", "/sessions")).body;
  const { data: passkeys } = (await owner.api("GET", "/passkeys")).body;
  await owner.form("/sign-in-servers/auth.example/client", { client_id: "client_1" });
  await owner.form("/integrations/mail/client", { client_id: "client_2" });
  return {
    app: "notes",
    tool: "notes.add",
    server: "auth.example",
    key: key.id,
    run,
    trigger: trigger.id,
    event: events[0].id,
    user: "user_42",
    person: "per_ben",
    connection,
    invitation: invitation.id,
    session: sessions.find(({ current }: { current: boolean }) => !current).id,
    passkey: passkeys[0].id,
  };
}
