import { expect, it, onTestFinished } from "vitest";
import {
  addOAuthClient,
  createAppRecord,
  createOAuthMethod,
} from "../fixtures/connections/apps.ts";
import { startOAuthProvider } from "../fixtures/connections/oauth-provider.ts";
import { startTestPlatform } from "../fixtures/connections/test-platform.ts";

const CLIENT_FIELDS = [
  { name: "client_id", label: "Client ID", secret: false, required: true },
  { name: "client_secret", label: "Client secret", secret: true, required: true },
];

/** A platform with apps that send the events of all connections to one address. */
async function createPlatform(response: object) {
  const provider = await startOAuthProvider();
  const method = createOAuthMethod(provider.origin);
  const platform = await startTestPlatform(
    [
      createAppRecord("slack", [method, { ...method, id: "own_client", fields: CLIENT_FIELDS }], {
        base: provider.origin,
      }),
      createAppRecord("zoom", [method], { base: `${provider.origin}/v2` }),
    ],
    { allowedOrigins: [provider.origin] },
  );
  onTestFinished(async () => {
    await platform.close();
    await provider.close();
  });
  for (const app of ["slack", "zoom"]) await addOAuthClient(platform, app);
  provider.routes["/token"] = () => ({
    body: { access_token: "at_1", token_type: "Bearer", ...response },
  });
  const connect = async (app: string, fields: Record<string, string> = {}, auth = "oauth2") => {
    const { body } = await platform.api("POST", `/apps/${app}/connect`, { auth_method: auth });
    const browser = platform.openBrowser();
    await browser.submit(await browser.open(body.url), fields);
    const { deps } = platform.connecting;
    return (await deps.store.find(body.connection.id))!.connection;
  };
  return { provider, platform, connect };
}

it("remembers the workspace of Slack's token response", async () => {
  const { connect, provider } = await createPlatform({ team: { id: "T9TK3CUKW", name: "Acme" } });
  expect(await connect("slack")).toMatchObject({ status: "active", routing: "T9TK3CUKW" });
  expect(provider.requests.map(({ url }) => url.pathname)).toEqual(["/authorize", "/token"]);
});

it("asks Zoom for the user", async () => {
  const { connect, provider } = await createPlatform({});
  provider.routes["/v2/users/me"] = ({ headers }) => ({
    status: headers.authorization === "Bearer at_1" ? 200 : 401,
    body: { id: "zJKyaiAyTNC-MWjiWC18KQ", account_id: "q6gBJVO5TzexKYTb_I2rpg" },
  });
  expect((await connect("zoom")).routing).toBe("zJKyaiAyTNC-MWjiWC18KQ");
});

it("connects without it if the app doesn't say", async () => {
  const { connect } = await createPlatform({});
  const [slack, zoom] = [await connect("slack"), await connect("zoom")];
  expect([slack.status, slack.routing]).toEqual(["active", undefined]);
  expect([zoom.status, zoom.routing]).toEqual(["active", undefined]);
});

it("doesn't remember it for a client that the user entered, which gets other events", async () => {
  const { connect } = await createPlatform({ team: { id: "T1" } });
  const fields = { client_id: "mine", client_secret: "secret_of_mine" };
  const connection = await connect("slack", fields, "own_client");
  expect([connection.status, connection.routing]).toEqual(["active", undefined]);
});
