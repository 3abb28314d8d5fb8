import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { isInstalled, RUNTIME_COMMANDS } from "../../../adapters/runtime/runtimes.ts";
import { createBrowser } from "../../../conformance/fixtures/connections/browser.ts";
import {
  connectApp,
  openConnection,
} from "../../../conformance/fixtures/connections/connect-app.ts";
import { addOAuthClient } from "../../../conformance/fixtures/connections/oauth-client.ts";
import { startOAuthProvider } from "../../../conformance/fixtures/connections/oauth-provider.ts";
import { startOidcProvider } from "../../../conformance/fixtures/connections/oidc-provider.ts";
import {
  createOidcApp,
  createProviderApps,
} from "../../../conformance/fixtures/connections/provider-apps.ts";
import {
  ORIGIN,
  startTestPlatform,
} from "../../../conformance/fixtures/connections/test-platform.ts";
import { postgresSkipReason, startPostgres } from "../../../conformance/fixtures/postgres.ts";

const RUNTIMES = Object.keys(RUNTIME_COMMANDS).filter((name) => isInstalled(name));
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function spawnRefresher(
  runtime: string,
  ...argv: string[]
): { readonly child: ChildProcess; readonly ended: Promise<string[]> } {
  const [command, ...before] = RUNTIME_COMMANDS[runtime]!;
  const child = spawn(
    command!,
    [
      ...before,
      join(import.meta.dirname, "../../../conformance/fixtures/connections/refresh-process.ts"),
      ...argv,
    ],
    { env: { ...process.env, DENO_NO_UPDATE_CHECK: "1" }, stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  let errors = "";
  child.stdout!.on("data", (chunk: Buffer) => (output += chunk));
  child.stderr!.on("data", (chunk: Buffer) => (errors += chunk));
  const ended = once(child, "close").then(() => {
    if (errors) throw new Error(errors);
    return JSON.parse(output.split("\n").find((line) => line.startsWith("["))!) as string[];
  });
  ended.catch(() => {});
  return { child, ended };
}

describe("before an authorization server that takes a whole family away when a refresh token is used twice", () => {
  it("parallel renewals leave one working connection, in one process", async () => {
    const oidc = await startOidcProvider(`${ORIGIN}/oauth/callback`);
    closing.push(oidc.close);
    const rig = await startTestPlatform([createOidcApp(oidc.origin)], {
      allowedOrigins: [oidc.origin],
    });
    closing.push(rig.close);
    await addOAuthClient(rig, "oidc");
    const id = await connectApp(rig, "oidc");
    expect((await rig.api("GET", `/connections/${id}`)).body).toMatchObject({
      account: { id: "ada" },
      scopes: ["openid", "offline_access"],
    });
    for (let round = 0; round < 5; round++) {
      const { secrets } = await openConnection(rig, "oidc", id);
      const renewals = await Promise.all(
        Array.from({ length: 8 }, () => rig.connecting.refresh(id, secrets["access_token"])),
      );
      expect(renewals.map(({ outcome }) => outcome)).toEqual(Array(8).fill("refreshed"));
    }
    expect(oidc.errors()).toBe(0);
    expect((await rig.api("POST", `/connections/${id}/test`)).body).toMatchObject({
      ok: true,
      tried: "refreshed",
    });
  });

  it("and so do those of several processes, whatever they run on", async () => {
    const oidc = await startOidcProvider(`${ORIGIN}/oauth/callback`);
    closing.push(oidc.close);
    const rig = await startTestPlatform([createOidcApp(oidc.origin)], {
      allowedOrigins: [oidc.origin],
    });
    closing.push(rig.close);
    await addOAuthClient(rig, "oidc");
    const id = await connectApp(rig, "oidc");
    const { secrets } = await openConnection(rig, "oidc", id);
    const all = await Promise.all(
      [...RUNTIMES, "node"].map(
        (runtime) =>
          spawnRefresher(runtime, rig.folder, oidc.origin, id, secrets["access_token"]!, "10")
            .ended,
      ),
    );
    for (const outcomes of all) expect(outcomes).toEqual(Array(10).fill("refreshed"));
    expect(oidc.errors()).toBe(0);
    const { secrets: after } = await openConnection(rig, "oidc", id);
    expect((await rig.connecting.refresh(id, after["access_token"])).outcome).toBe("refreshed");
  }, 60_000);
});

it.each(RUNTIMES)(
  "connecting, renewing and deleting are the same on %s",
  async (runtime) => {
    const [command, ...before] = RUNTIME_COMMANDS[runtime]!;
    const child = spawn(
      command!,
      [
        ...before,
        join(import.meta.dirname, "../../../conformance/fixtures/connections/lifecycle-process.ts"),
      ],
      { env: { ...process.env, DENO_NO_UPDATE_CHECK: "1" }, stdio: ["ignore", "pipe", "pipe"] },
    );
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk));
    await once(child, "close");
    expect(output).toBe("ok\n");
  },
  40_000,
);

const skipReason = postgresSkipReason();
it.skipIf(skipReason)(
  `two services of one PostgreSQL database renew a connection once${skipReason ? ` (${skipReason})` : ""}`,
  async () => {
    const { url, drop } = await (await startPostgres()).database();
    closing.push(drop);
    const provider = await startOAuthProvider();
    closing.push(provider.close);
    const one = await startTestPlatform(createProviderApps(provider.origin), {
      allowedOrigins: [provider.origin],
      url,
    });
    closing.push(one.close);
    const other = await startTestPlatform(createProviderApps(provider.origin), {
      allowedOrigins: [provider.origin],
      url,
      folder: one.folder,
    });
    closing.push(() => other.close({ keep: true }));
    await addOAuthClient(one, "notes");
    const id = await connectApp(one, "notes");
    const { secrets } = await openConnection(other, "notes", id);
    const { "/token": token } = provider.routes;
    provider.routes["/token"] = async (got) => (
      await new Promise((resolve) => setTimeout(resolve, 100)), token!(got)
    );
    const renewals = await Promise.all(
      [one, other, one, other].map(({ connecting }) =>
        connecting.refresh(id, secrets["access_token"]),
      ),
    );
    expect(renewals.map(({ outcome }) => outcome)).toEqual(Array(4).fill("refreshed"));
    expect(
      provider.requests.filter(({ form }) => form["grant_type"] === "refresh_token"),
    ).toHaveLength(1);
    expect((await openConnection(one, "notes", id)).secrets).toEqual(
      (await openConnection(other, "notes", id)).secrets,
    );
  },
  60_000,
);

describe("a service that is killed", () => {
  it.each(RUNTIMES)(
    "while it renews (on %s) leaves the connection as it was, for the next that comes",
    async (runtime) => {
      const provider = await startOAuthProvider();
      closing.push(provider.close);
      const rig = await startTestPlatform(createProviderApps(provider.origin), {
        allowedOrigins: [provider.origin],
      });
      closing.push(rig.close);
      await addOAuthClient(rig, "notes");
      const id = await connectApp(rig, "notes");
      const { secrets } = await openConnection(rig, "notes", id);
      const { "/token": token } = provider.routes;
      const { child } = spawnRefresher(
        runtime,
        rig.folder,
        provider.origin,
        id,
        secrets["access_token"]!,
      );
      // It dies in the middle of asking, before the app has done anything.
      await new Promise<void>((resolve) => {
        provider.routes["/token"] = async () => {
          child.kill("SIGKILL");
          await once(child, "close");
          resolve();
          return { breaksConnection: true };
        };
      });
      provider.routes["/token"] = token!;
      expect((await openConnection(rig, "notes", id)).secrets).toEqual(secrets);
      // Its right runs out by itself.
      rig.advance(41_000);
      const renewal = await rig.connecting.refresh(id, secrets["access_token"]);
      expect(renewal.outcome).toBe("refreshed");
      expect(
        provider.requests.filter(({ form }) => form["grant_type"] === "refresh_token"),
      ).toHaveLength(2);
      expect((await rig.api("GET", `/connections/${id}`)).body.status).toBe("active");
    },
    40_000,
  );

  it("while somebody connects leaves their link to them, and one connection in the end", async () => {
    const provider = await startOAuthProvider();
    closing.push(provider.close);
    const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
    closing.push(async () => rmSync(folder, { recursive: true }));
    const port = await freePort();
    const first = await serving(folder, provider.origin, port, "link");
    const { url, connection } = first.output as { url: string; connection: { id: string } };
    const browser = createBrowser({});
    const page = await browser.open(url);
    // It dies with the state taken and the code under way.
    const { "/token": token } = provider.routes;
    provider.routes["/token"] = async () => {
      first.child.kill("SIGKILL");
      await once(first.child, "close");
      return { breaksConnection: true };
    };
    await expect(browser.submit(page)).rejects.toThrow();
    provider.routes["/token"] = token!;
    const back = browser.visitedUrls.at(-1)!;
    expect(back).toContain("/oauth/callback?code=");

    const next = await serving(folder, provider.origin, port, "list");
    closing.push(async () => (next.child.kill("SIGKILL"), once(next.child, "close")));
    expect(next.output).toMatchObject({
      total: 1,
      data: [{ id: connection.id, status: "pending" }],
    });
    expect((await browser.open(back)).text).toContain("There is no sign-in to complete");
    expect((await browser.submit(await browser.open(url))).text).toContain("Notes is connected");
    expect((await browser.open(url)).text).toContain(connection.id);
    expect(provider.requests.filter(({ url }) => url.pathname === "/token")).toHaveLength(2);
  }, 40_000);
});

async function serving(
  ...argv: readonly (string | number)[]
): Promise<{ readonly child: ChildProcess; readonly output: unknown }> {
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, "../../../conformance/fixtures/connections/serve-process.ts"),
      ...argv.map(String),
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let output = "";
  for await (const chunk of child.stdout!) if ((output += chunk).includes("\n")) break;
  return { child, output: JSON.parse(output) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
