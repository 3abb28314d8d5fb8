import { describe, expect, it } from "vitest";
import { createBooks, ORGANIZATION } from "./context-fixture.ts";

describe("the context of a connection", () => {
  it("is looked up after the sign-in, and tools send it", async () => {
    const { connect, find, run, provider, paths } = await createBooks();
    const { context } = await find(await connect());
    expect(context).toEqual({ organization: { label: "Organization", id: "org_1", name: "Acme" } });
    const lookup = provider.requests.find(({ url }) => url.pathname === "/api/organizations")!;
    expect(lookup.headers.authorization).toBe("Bearer at_secret_1");
    expect((await run()).body.data).toEqual({ organization: "org_1" });
    expect(paths().filter((path) => path === "/api/organizations")).toHaveLength(1);
  });

  it("is looked up with entered credentials", async () => {
    const { connect, run, provider } = await createBooks();
    await connect({ auth_method: "key" }, { f_token: "key_12345678" });
    expect(provider.requests[0]!.headers.authorization).toBe("Bearer key_12345678");
    expect((await run()).body.data).toEqual({ organization: "org_1" });
  });

  it("rejects entered credentials that the app rejects", async () => {
    const { connect, provider } = await createBooks();
    provider.routes["/api/organizations"] = () => ({
      status: 401,
      body: { message: "Invalid token key_12345678." },
    });
    const connecting = connect({ auth_method: "key" }, { f_token: "key_12345678" });
    await expect(connecting).rejects.toThrow(
      "Books rejected the credentials. Books answered 401 to GET /organizations: Invalid token [hidden].",
    );
  });

  it("comes from the token response, the callback and entered values", async () => {
    const { connect, find, provider } = await createBooks([
      {
        name: "site",
        label: "Site",
        methods: ["oauth2"],
        from: "token",
        values: { host: { at: "/instance_url", after: "https://" } },
      },
      {
        name: "company",
        label: "Company",
        methods: ["oauth2"],
        from: "callback",
        values: { company: "/realmId" },
      },
      {
        name: "region",
        label: "Region",
        methods: ["key"],
        from: "credentials",
        values: { region: { at: "/token", after: "-" } },
      },
    ]);
    provider.routes["/token"] = () => ({
      body: { access_token: "at_1", instance_url: "https://acme.books.example" },
    });
    provider.routes["/authorize"] = ({ url }) => {
      const back = new URL(url.searchParams.get("redirect_uri")!);
      const state = url.searchParams.get("state")!;
      back.search = String(new URLSearchParams({ code: "c", realmId: "42", state }));
      return { status: 302, headers: { location: back.href } };
    };
    const { context } = await find(await connect());
    expect(context).toEqual({
      site: { label: "Site", id: "acme.books.example" },
      company: { label: "Company", id: "42" },
    });
    const other = await connect({ auth_method: "key" }, { f_token: "key_12345678-eu" });
    expect((await find(other)).context).toEqual({ region: { label: "Region", id: "eu" } });
  });

  it("fills the base URL, which nobody enters", async () => {
    const { connect, run, provider, platform } = await createBooks(
      [ORGANIZATION, { name: "shard", label: "Shard", from: "token", values: { shard: "/shard" } }],
      {
        baseFields: [
          { name: "shard", label: "Shard", secret: false, required: true, pattern: "s[0-9]" },
        ],
      },
    );
    const { deps } = platform.connecting;
    const { record } = await deps.resolveApp(platform.key.account, "books");
    Object.assign(record, { base: `${provider.origin}/{shard}` });
    provider.routes["/s7/organizations"] = provider.routes["/api/organizations"]!;
    provider.routes["/s7/invoices"] = provider.routes["/api/invoices"]!;
    provider.routes["/token"] = () => ({ body: { access_token: "at_1", shard: "s7" } });
    // The second entry is read first, so that the request has its value.
    Object.assign(record, { context: [record.context![1]!, ORGANIZATION] });
    await connect();
    expect((await run()).body.data).toEqual({ organization: "org_1" });
  });
});

it("binds the secrets to the choices, so that an edited row can't redirect them", async () => {
  const { platform, connect, run } = await createBooks();
  const { store } = platform.connecting.deps;
  const { connection } = (await store.find(await connect()))!;
  const choices = [{ id: "org_1", values: { organization_id: "evil" } }];
  await store.save({
    ...connection,
    context: { organization: { label: "Organization", choices } },
    version: connection.version + 1,
  });
  expect((await run()).body.code).toBe("secret_unreadable");
});

it("survives a refresh of the token, and is deleted with the connection", async () => {
  const { platform, connect, run } = await createBooks();
  const id = await connect();
  platform.advance(3_600_000);
  expect((await run()).body.data).toEqual({ organization: "org_1" });
  await platform.api("DELETE", `/connections/${id}`);
  const stored = await platform.connecting.deps.store.find(id);
  expect(stored!.connection.context).toBeUndefined();
});
