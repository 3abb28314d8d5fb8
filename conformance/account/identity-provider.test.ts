import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOutbound } from "../../adapters/outbound/create-outbound.ts";
import { createIdentityProvider } from "../../adapters/sign-in/identity-provider.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { startOidcProvider } from "../fixtures/connections/oauth-provider.ts";
import { startIdentityProvider, type TestIdentityProvider } from "../fixtures/identity-provider.ts";
import {
  PASSWORD,
  startTestAccount,
  type TestAccount,
  type TestBrowser,
} from "./fixtures/fixture.ts";

const ORIGIN = "https://jackfield.example";
const CALLBACK = "/sign-in/provider/callback";
const EMAIL = { email: "grace@studio.example", email_verified: true };

let server: TestIdentityProvider;
let account: TestAccount;
const closers: (() => unknown)[] = [];

/** Starts an account whose people sign in at a provider. */
async function start(
  { admits = [], isOnly = false }: { admits?: readonly string[]; isOnly?: boolean } = {},
  settings: Parameters<typeof createIdentityProvider>[0] = server,
): Promise<TestAccount> {
  const outbound = createOutbound({ allowedOrigins: [new URL(settings.issuer).origin] });
  closers.push(() => outbound.close());
  const provider = createIdentityProvider(settings, outbound);
  const started = await startTestAccount({
    account: { identityProvider: { provider, admits, isOnly } },
  });
  closers.push(() => started.close());
  return started;
}

beforeEach(async () => {
  server = await startIdentityProvider();
  closers.push(() => server.close());
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Starts a sign-in or a link, and returns the response of the provider as a path of the service. */
async function begin(browser: TestBrowser, path = "/sign-in/provider", body = {}): Promise<string> {
  const { status, body: begun } = await browser.api("POST", path, body);
  expect(status, JSON.stringify(begun)).toBe(200);
  const { pathname, search } = await server.signIn(begun.url);
  expect(pathname).toBe(CALLBACK);
  return pathname + search;
}

const beginLink = (browser: TestBrowser) => begin(browser, "/identities/options");
const whoAmI = async (browser: TestBrowser) => (await browser.api("GET", "/session")).body.name;
const readText = async (response: Promise<Response>) => (await response).text();
const listMembers = () => account.stores.peopleStore.listMembers(DEFAULT_ACCOUNT);

describe("signing in at an OpenID Connect provider", () => {
  it("admits nobody by default", async () => {
    account = await start();
    await account.setUp();
    server.deviations.userInfo = EMAIL;
    const grace = account.openBrowser();
    const response = await grace.request("GET", await begin(grace));
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining("you aren't a member of this account"),
    ]);
    expect(await listMembers()).toHaveLength(1);
  });

  it("admits members by verified email address or group, once, and never as owners", async () => {
    account = await start({ admits: ["@studio.example", "group:eng"] });
    const owner = await account.setUp();
    account.advance(1000);
    server.deviations.userInfo = EMAIL;
    const grace = account.openBrowser();
    const response = await grace.request("GET", await begin(grace, undefined, { next: "/keys" }));
    expect([response.status, response.headers.get("location")]).toEqual([303, "/keys"]);
    expect(await whoAmI(grace)).toBe("Grace");
    account.advance(1000);
    const again = account.openBrowser();
    await again.request("GET", await begin(again));
    expect(await whoAmI(again)).toBe("Grace");
    expect((await listMembers()).map(({ name, role }) => [name, role])).toEqual([
      ["Ada", "owner"],
      ["Grace", "member"],
    ]);
    server.deviations.claims = { sub: "sub_2", name: "Hopper", groups: ["eng"] };
    server.deviations.userInfo = { sub: "sub_2" };
    const hopper = account.openBrowser();
    await hopper.request("GET", await begin(hopper));
    expect(await whoAmI(hopper)).toBe("Hopper");
    expect((await owner.api("GET", "/audit")).body.data).toContainEqual(
      expect.objectContaining({
        action: "member.added",
        actor: expect.objectContaining({ name: "Hopper" }),
        details: { by: new URL(server.issuer).host },
      }),
    );
  });

  it.each([
    ["an unverified address", { ...EMAIL, email_verified: false }],
    ["an address of a subdomain", { ...EMAIL, email: "grace@evil.studio.example" }],
    ["an address that ends alike", { ...EMAIL, email: "grace@evil-studio.example" }],
    ["an address with two signs", { ...EMAIL, email: "grace@studio.example@evil.example" }],
    ["a group with a similar name", { groups: ["engineering"] }],
  ])("doesn't admit %s", async (_, userInfo) => {
    account = await start({ admits: ["@studio.example", "group:eng"] });
    await account.setUp();
    server.deviations.userInfo = userInfo;
    const grace = account.openBrowser();
    expect((await grace.request("GET", await begin(grace))).status).toBe(403);
  });

  it("admits nobody before the account is set up", async () => {
    account = await start({ admits: ["@studio.example"] });
    server.deviations.userInfo = EMAIL;
    const grace = account.openBrowser();
    expect((await grace.request("GET", await begin(grace))).status).toBe(403);
    expect(await listMembers()).toEqual([]);
  });

  it("never links an identity by its email address", async () => {
    account = await start({ admits: ["@studio.example"] });
    await account.setUp("grace@studio.example");
    server.deviations.userInfo = EMAIL;
    server.deviations.claims = { name: "grace@studio.example" };
    const other = account.openBrowser();
    await other.request("GET", await begin(other));
    expect((await other.api("GET", "/session")).body.role).toBe("member");
    expect(await listMembers()).toHaveLength(2);
  });

  it("doesn't admit a removed member's identity again", async () => {
    account = await start({ admits: ["@studio.example"] });
    const owner = await account.setUp();
    account.advance(1000);
    server.deviations.userInfo = EMAIL;
    const grace = account.openBrowser();
    await grace.request("GET", await begin(grace));
    const { person } = (await listMembers())[1]!;
    await owner.api("DELETE", `/members/${person}`);
    expect((await grace.request("GET", await begin(account.openBrowser()))).status).not.toBe(303);
    const later = account.openBrowser();
    expect((await later.request("GET", await begin(later))).status).toBe(403);
  });

  it.each([
    "//evil.example",
    "/\\evil.example",
    "https:evil.example",
    "https://evil.example/",
    "/%0d%0aset-cookie:x",
    "javascript:alert(1)",
    "/.//evil.example/",
  ])("continues on this site only: %s", async (next) => {
    account = await start({ admits: ["@studio.example"] });
    await account.setUp();
    server.deviations.userInfo = EMAIL;
    const grace = account.openBrowser();
    const response = await grace.request("GET", await begin(grace, undefined, { next }));
    const target = new URL(response.headers.get("location")!, ORIGIN);
    expect([response.status, target.origin]).toEqual([303, ORIGIN]);
  });

  it("ignores a path that was added to the state", async () => {
    account = await start({ admits: ["@studio.example"] });
    await account.setUp();
    const grace = account.openBrowser();
    const path = (await begin(grace)).replace(/(state=sign_in\.[\w-]+\.)[\w-]*/, "$1Ly9ldmls");
    expect((await grace.request("GET", path)).status).toBe(401);
  });

  it("finishes only in the browser that started, and only once", async () => {
    account = await start({ admits: ["@studio.example"] });
    await account.setUp();
    server.deviations.userInfo = EMAIL;
    const grace = account.openBrowser();
    const path = await begin(grace);
    const attacker = account.openBrowser();
    attacker.cookies.set("__Host-jf_provider", "forged");
    expect((await attacker.request("GET", path)).status).toBe(401);
    expect((await grace.request("GET", path)).status).toBe(303);
    expect((await grace.request("GET", path)).status).toBe(401);
  });

  it("ends after 10 minutes", async () => {
    account = await start({ admits: ["@studio.example"] });
    await account.setUp();
    const grace = account.openBrowser();
    const path = await begin(grace);
    account.advance(600_001);
    expect((await grace.request("GET", path)).status).toBe(401);
  });

  it("gives a new session, and proves the person again only by a new sign-in there", async () => {
    account = await start({ admits: ["@studio.example"] });
    await account.setUp();
    server.deviations.userInfo = EMAIL;
    const grace = account.openBrowser();
    await grace.request("GET", await begin(grace));
    const first = grace.cookies.get("__Host-jf_session");
    account.advance(16 * 60_000);
    expect((await grace.api("POST", "/identities/options")).body.code).toBe("proof_required");
    server.deviations.claims = { auth_time: Math.floor(Date.now() / 1000) - 3600 };
    expect((await grace.request("GET", await begin(grace))).status).toBe(401);
    server.deviations.claims = {};
    expect((await grace.request("GET", await begin(grace))).status).toBe(303);
    expect(grace.cookies.get("__Host-jf_session")).not.toBe(first);
    expect((await grace.api("POST", "/identities/options")).status).toBe(200);
  });

  it.each([
    ["yesterday", () => Math.floor(Date.now() / 1000) - 86_400],
    ["at an unknown time", () => undefined],
  ])("is no proof after signing out and in if the person signed in there %s", async (_, time) => {
    account = await start({ admits: ["@studio.example"] });
    await account.setUp();
    server.deviations.userInfo = EMAIL;
    const grace = account.openBrowser();
    await grace.request("GET", await begin(grace));
    expect((await grace.api("POST", "/identities/options")).status).toBe(200);
    expect((await grace.api("POST", "/sign-out")).status).toBe(200);
    server.deviations.claims = { auth_time: time() };
    expect((await grace.request("GET", await begin(grace))).status).toBe(303);
    expect(await whoAmI(grace)).toBe("Grace");
    expect((await grace.api("POST", "/identities/options")).body.code).toBe("proof_required");
    server.deviations.claims = {};
    expect((await grace.request("GET", await begin(grace))).status).toBe(303);
    expect((await grace.api("POST", "/identities/options")).status).toBe(200);
  });

  it("never closes the other ways while the provider is down", async () => {
    account = await start();
    const owner = await account.setUp();
    server.deviations.answer = (_, response) => void response.destroy();
    const begun = await owner.api("POST", "/sign-in/provider");
    expect([begun.status, begun.body.code]).toEqual([503, "provider_unavailable"]);
    const page = await owner.form("/sign-in/provider");
    expect([page.status, await page.text()]).toEqual([
      503,
      expect.stringContaining("can't be reached"),
    ]);
    const other = account.openBrowser();
    const { status } = await other.api("POST", "/sign-in/password", {
      name: "Ada",
      password: PASSWORD,
    });
    expect(status).toBe(201);
  });

  it("can be the only way in, besides links of the operator", async () => {
    account = await start({ isOnly: true });
    const owner = await account.setUp();
    const other = account.openBrowser();
    for (const [path, body] of [
      ["/sign-in/password", { name: "Ada", password: PASSWORD }],
      ["/sign-in/passkey/options", {}],
      ["/sign-in/passkey", { credential: {} }],
    ] as const)
      expect((await other.api("POST", path, body)).body.code).toBe("sign_in_method_off");
    const page = await readText(other.request("GET", "/sign-in"));
    expect(page).toContain(`Sign in with ${new URL(server.issuer).host}`);
    expect(page).not.toContain("password");
    expect(page).toContain("With a link");
    const ben = await account.addMember("Ben");
    expect(await whoAmI(ben)).toBe("Ben");
    await owner.request("GET", await beginLink(owner));
    const ada = account.openBrowser();
    await ada.request("GET", await begin(ada));
    expect(await whoAmI(ada)).toBe("Ada");
  });

  it("stores no secret in clear", async () => {
    account = await start();
    const owner = await account.setUp();
    const { body } = await owner.api("POST", "/sign-in/provider");
    const { searchParams } = new URL(body.url);
    await owner.request("GET", await beginLink(owner));
    const log = account.logLines.join("\n");
    for (const secret of [
      searchParams.get("state")!,
      searchParams.get("nonce")!,
      "client_secret_1",
    ])
      expect(log).not.toContain(secret);
  });
});

describe("identities of a person", () => {
  it("are linked by the person, sign them in, and are removed", async () => {
    account = await start();
    const owner = await account.setUp();
    const response = await owner.request("GET", await beginLink(owner));
    expect([response.status, response.headers.get("location")]).toEqual([303, "/account"]);
    expect(await readText(owner.request("GET", "/account"))).toContain("ID sub_1");
    const other = account.openBrowser();
    await other.request("GET", await begin(other));
    expect(await whoAmI(other)).toBe("Ada");
    const { data } = (await owner.api("GET", "/identities")).body;
    expect(data).toMatchObject([{ issuer: server.issuer, subject: "sub_1" }]);
    const removed = await owner.confirm("/account/identities/remove", { identity: data[0].id });
    expect(removed.status).toBe(303);
    const later = account.openBrowser();
    expect((await later.request("GET", await begin(later))).status).toBe(403);
  });

  it("belong to one member, who must have started", async () => {
    account = await start();
    const owner = await account.setUp();
    await owner.request("GET", await beginLink(owner));
    const ben = await account.addMember("Ben");
    const taken = await ben.request("GET", await beginLink(ben));
    expect([taken.status, await taken.text()]).toEqual([
      409,
      expect.stringContaining("belongs to a member already"),
    ]);
    const path = await beginLink(ben);
    owner.cookies.set("__Host-jf_provider", ben.cookies.get("__Host-jf_provider")!);
    expect((await owner.request("GET", path)).status).toBe(401);
    const signInPath = await begin(ben);
    const response = signInPath.replace(`${CALLBACK}?`, "");
    expect((await ben.api("POST", "/identities", { response })).status).toBe(401);
  });

  it("can't be removed by others, or if they are the last way to sign in", async () => {
    account = await start({ admits: ["@studio.example"] });
    const owner = await account.setUp();
    server.deviations.userInfo = EMAIL;
    const grace = account.openBrowser();
    await grace.request("GET", await begin(grace));
    const { id } = (await grace.api("GET", "/identities")).body.data[0];
    expect((await owner.api("DELETE", `/identities/${id}`)).status).toBe(404);
    expect((await grace.api("DELETE", `/identities/${id}`)).body.code).toBe("last_sign_in_method");
    await grace.addPasskey();
    expect((await grace.api("DELETE", `/identities/${id}`)).status).toBe(200);
  });
});

it("signs in at the package oidc-provider with the pages", async () => {
  const oidc = await startOidcProvider(ORIGIN + CALLBACK);
  closers.push(() => oidc.close());
  account = await start(
    { admits: ["@studio.example"] },
    { issuer: oidc.origin, clientId: "client_1", clientSecret: "client_secret_1" },
  );
  await account.setUp("Grace");
  const browser = account.openFullBrowser();
  const signIn = await browser.open(`${ORIGIN}/sign-in?next=%2Fkeys`);
  const page = await browser.submit(signIn, {}, { sendForm: "/sign-in/provider" });
  expect([page.status, page.url]).toEqual([200, `${ORIGIN}/keys`]);
  expect(page.text).toContain("ada");
});
