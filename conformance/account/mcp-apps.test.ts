import { expect, it, onTestFinished } from "vitest";
import type { AuthMethod } from "../../core/lib/openapi-tools/app.ts";
import { createMcpApp, startMcpServer } from "../fixtures/connections/mcp-server.ts";
import { createCatalog } from "../fixtures/connections/test-platform.ts";
import { startTestAccount } from "./fixtures/fixture.ts";

/** Starts a platform whose app `desk` is a remote MCP server, and signs in its owner. */
async function start(token: string, method?: AuthMethod) {
  const server = await startMcpServer({
    [token]: [{ name: "open_ticket", description: "Opens a ticket.\n<script>x()</script>" }],
  });
  const account = await startTestAccount({
    catalog: createCatalog([createMcpApp(server, method)], []),
    allowedOrigins: [server.origin],
  });
  onTestFinished(async () => {
    await account.close();
    await server.close();
  });
  const owner = await account.setUp();
  const read = async (path: string) => (await owner.request("GET", path)).text();
  const connect = async (fields: Readonly<Record<string, string>>) => {
    const begun = await owner.form("/integrations/desk/connect", {
      return_url: `${account.origin}/integrations/desk`,
    });
    const { pathname } = new URL(begun.headers.get("location")!);
    await owner.request("GET", pathname);
    await owner.form(pathname, fields);
  };
  return { server, owner, read, connect };
}

it("the page of a remote MCP server lists its tools after it is connected", async () => {
  const { read, connect } = await start("alice");
  expect(await read("/integrations")).toContain("<span>MCP server</span>");
  expect(await read("/integrations/desk")).toContain(
    "Helpdesk Pro lists its tools once you connect it.",
  );
  await connect({ method: "bearer", f_token: "alice" });
  const page = await read("/integrations/desk");
  expect(page).toContain('href="/integrations/desk/tools/desk.open_ticket"');
  expect(page).toContain("<dt>Tools listed</dt>");
  expect(page).not.toContain("<script>x()");
  expect(await read("/integrations/desk/tools/desk.open_ticket")).toContain("Open ticket");
});

it("the page says why the tools are missing, and a test of the connection lists them", async () => {
  const { server, owner, read, connect } = await start("alice");
  server.error = "Down for maintenance";
  await connect({ method: "bearer", f_token: "alice" });
  const page = await read("/integrations/desk");
  expect(page).toContain("Down for maintenance. Jackfield tries again.");
  expect(page).toContain("The tools of Helpdesk Pro are not listed yet.");
  server.error = undefined;
  const [, id] = /connections\/(conn_\w+)\/test/.exec(page)!;
  await owner.form(`/integrations/desk/connections/${id}/test`);
  expect(await read("/integrations/desk")).toContain("desk.open_ticket");
});

it("a server without a sign-in can be connected on its page", async () => {
  const { read, connect } = await start("", {
    id: "none",
    type: "none",
    fields: [],
    from: "overlay",
  });
  const page = await read("/integrations/desk");
  expect(page).toContain("It lists its tools once you connect it.");
  expect(page).toContain('aria-label="Connect Helpdesk Pro');
  await connect({ method: "none" });
  expect(await read("/integrations/desk")).toContain("desk.open_ticket");
});
