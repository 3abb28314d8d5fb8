import { expect, it, onTestFinished } from "vitest";
import { readRouting } from "../../core/platform/connections/flow/read-routing.ts";
import {
  addOAuthClient,
  createAppRecord,
  createOAuthMethod,
} from "../fixtures/connections/apps.ts";
import { startOAuthProvider } from "../fixtures/connections/oauth-provider.ts";
import { startTestPlatform } from "../fixtures/connections/test-platform.ts";

/** A platform with apps that send the events of all connections to one address. */
async function createPlatform(response: object) {
  const provider = await startOAuthProvider();
  const method = createOAuthMethod(provider.origin);
  const platform = await startTestPlatform(
    [
      createAppRecord("slack", [method], { base: provider.origin }),
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
  const connect = async (app: string) => {
    const { body } = await platform.api("POST", `/apps/${app}/connect`, {});
    const browser = platform.openBrowser();
    await browser.submit(await browser.open(body.url));
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

it.each(["entered", "registered"] as const)(
  "doesn't remember it for a client that is %s, which gets other events",
  async (from) => {
    const { platform } = await createPlatform({});
    const { deps } = platform.connecting;
    const app = await deps.resolveApp(platform.key.account, "slack");
    const text = '{"access_token":"at_1","team":{"id":"T1"}}';
    const read = (client: { from: "operator" | "entered" | "registered" }) =>
      readRouting(deps, {
        app,
        client: { id: "c", auth: "body", ...client },
        accessToken: "at_1",
        text,
      });
    expect(await read({ from: "operator" })).toBe("T1");
    expect(await read({ from })).toBeUndefined();
  },
);
