import { afterEach, beforeEach, expect, it } from "vitest";
import { createAppRecord, keyMethod } from "../fixtures/connections/apps.ts";
import { createCatalog } from "../fixtures/connections/test-platform.ts";
import { respondJson, startUpstream } from "../fixtures/platform/tool-runner.ts";
import { startTestAccount, type TestAccount, type TestBrowser } from "./fixtures/fixture.ts";

let app: Awaited<ReturnType<typeof startUpstream>>;
let account: TestAccount;
let owner: TestBrowser;

beforeEach(async () => {
  app = await startUpstream(respondJson({}));
  const catalog = createCatalog([createAppRecord("notes", [keyMethod], { base: app.origin })], []);
  account = await startTestAccount({ catalog, allowedOrigins: [app.origin] });
  owner = await account.setUp();
});
afterEach(async () => {
  await account.close();
  await app.close();
});

const read = async (path: string): Promise<string> => (await owner.request("GET", path)).text();

it("keeps credentials readable when an owner replaces the encryption key", async () => {
  const begun = await owner.form("/integrations/notes/connect", { auth_method: "api_key" });
  const { pathname } = new URL(begun.headers.get("location")!);
  await owner.request("GET", pathname);
  await owner.form(pathname, { method: "api_key", f_key: "sk_1" });
  for (let rotation = 0; rotation < 2; rotation++) {
    const replaced = await owner.confirm("/account/settings/secrets-key");
    expect([replaced.status, replaced.headers.get("location")]).toEqual([303, "/account/settings"]);
  }
  const path = /connections\/conn_\w+\/test/.exec(await read("/integrations/notes"))![0]!;
  expect((await owner.form(`/integrations/notes/${path}`)).status).toBe(303);
  expect(await read("/integrations/notes")).toContain("Active");
});

it("says where the key is if it isn't in a file", async () => {
  await account.close();
  account = await startTestAccount({ account: { secretsKey: undefined } });
  owner = await account.setUp();
  const { status, body } = await owner.api("POST", "/secrets-key/rotate");
  expect([status, body.detail]).toEqual([
    404,
    "The encryption key is in SECRETS_KEY, not in a file.",
  ]);
  expect(await read("/account/settings")).not.toContain("Encryption key");
});

it("lets only owners replace it", async () => {
  const ben = await account.addMember("Ben");
  expect((await ben.api("POST", "/secrets-key/rotate")).status).toBe(403);
});
