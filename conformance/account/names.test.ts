import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  PASSWORD,
  startTestAccount,
  type TestAccount,
  type TestBrowser,
} from "./fixtures/fixture.ts";
import { createAuthorizationQuery, createTestMcpClient } from "./fixtures/mcp-client.ts";

let account: TestAccount;
let owner: TestBrowser;

beforeEach(async () => {
  account = await startTestAccount();
  owner = await account.setUp();
});
afterEach(() => account.close());

const MISLEADING = ["Ada\u202eecalevoL", "Ada\u0000", "Ada\nLovelace", "Ada\u200b", "\u2066", " "];
const CODE_VERIFIER = "v".repeat(43);

/** Sends a name to each operation that stores one. */
const SENDERS: Readonly<
  Record<string, (name: string) => Promise<{ status: number; body: { code?: string } }>>
> = {
  claimAccount: async (name) => {
    const fresh = await startTestAccount();
    const code = await fresh.createSetupCode();
    const response = await fresh.openBrowser().api("POST", "/setup", { code, name });
    await fresh.close();
    return response;
  },
  acceptInvitation: async (name) => {
    const { url } = (await owner.api("POST", "/invitations", { role: "member" })).body;
    const code = url.split("#")[1];
    return account.openBrowser().api("POST", "/sign-in/invitation", { code, name });
  },
  updatePerson: (name) => owner.api("PATCH", "/person", { name }),
  updateAccount: (name) => owner.api("PATCH", "/account", { name }),
  createKey: (name) => owner.api("POST", "/keys", { name, permissions: ["read"] }),
  updateKey: async (name) => {
    const input = { name: "laptop", permissions: ["read"] };
    const { key } = (await owner.api("POST", "/keys", input)).body;
    return owner.api("PATCH", `/keys/${key.id}`, { name });
  },
  createGrant: async (name) => {
    const { client_id } = (await createTestMcpClient(account).register()).body;
    const query = new URLSearchParams(await createAuthorizationQuery(client_id, CODE_VERIFIER));
    return owner.api("POST", "/grants", {
      ...Object.fromEntries(query),
      name,
      permissions: ["read"],
    });
  },
};

describe("names", () => {
  it.each(Object.keys(SENDERS))("that people can't read are rejected by %s", async (operation) => {
    for (const name of MISLEADING) {
      const { status, body } = await SENDERS[operation]!(name);
      expect([name, status, body.code]).toEqual([name, 400, "invalid_input"]);
    }
    expect((await SENDERS[operation]!("Grace  Hopper ")).status).toBeLessThan(300);
  });

  it.each(["Ada", "ada", "\u0410da", "A d a", "\u00c1da", "\uff21da"])(
    "are refused if people could take %j for the owner Ada",
    async (name) => {
      const { status, body } = await SENDERS["acceptInvitation"]!(name);
      expect([status, body.code]).toEqual([409, "name_taken"]);
      const ben = await account.addMember("Ben");
      expect((await ben.api("PATCH", "/person", { name })).body.code).toBe("name_taken");
    },
  );

  it("may be changed in spelling by their owner", async () => {
    expect((await owner.api("PATCH", "/person", { name: "\u00c1da" })).status).toBe(200);
  });
});

describe("the name of an MCP client", () => {
  const readPage = async (clientName: string) => {
    const client = createTestMcpClient(account);
    const { status, body } = await client.register({ client_name: clientName });
    if (status !== 201) return { status, body };
    const query = await createAuthorizationQuery(body["client_id"], CODE_VERIFIER);
    const page = await owner.request("GET", `/oauth/authorize?${query}`);
    return { status: page.status, title: /<h1>([^<]*)/.exec(await page.text())?.[1] };
  };

  it("is shown on the page", async () => {
    expect(await readPage("Claude")).toEqual({
      status: 200,
      title: "Let Claude use your account?",
    });
  });

  it.each(["Jackfield", "J\u0430ckfield Security"])("can't be %j", async (name) => {
    expect(await readPage(name)).toMatchObject({
      status: 400,
      body: { error: "invalid_client_metadata" },
    });
  });

  it.each(["Ada", "\u0410da", "Acme  Inc", "\u0410cme-Inc."])(
    "is replaced by its host if it is %j, which could be an owner's or the account's",
    async (name) => {
      await owner.api("PATCH", "/account", { name: "Acme Inc" });
      expect(await readPage(name)).toEqual({
        status: 200,
        title: "Let client.example use your account?",
      });
    },
  );
});

it("signs a person in by any spelling of their name", async () => {
  const { status } = await account
    .openBrowser()
    .api("POST", "/sign-in/password", { name: " ADA ", password: PASSWORD });
  expect(status).toBe(201);
});
