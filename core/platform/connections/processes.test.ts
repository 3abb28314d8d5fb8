import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { COMMANDS, isInstalled } from "../../../adapters/runtime/runtimes.ts";
import { appsAt, oidcApp } from "../../../conformance/rig/connecting/apps-of.ts";
import { newBrowser } from "../../../conformance/rig/connecting/browser.ts";
import { giveClient } from "../../../conformance/rig/connecting/client.ts";
import { connectAt, useOf } from "../../../conformance/rig/connecting/connected.ts";
import { startOidc } from "../../../conformance/rig/connecting/oidc.ts";
import { ORIGIN, startPlatform } from "../../../conformance/rig/connecting/platform.ts";
import { startProvider } from "../../../conformance/rig/connecting/provider.ts";
import { startPostgres, whyNoPostgres } from "../../../conformance/rig/postgres.ts";

const RUNTIMES = Object.keys(COMMANDS).filter((name) => isInstalled(name));
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function renewing(
  runtime: string,
  ...words: string[]
): { readonly child: ChildProcess; readonly ended: Promise<string[]> } {
  const [command, ...before] = COMMANDS[runtime]!;
  const child = spawn(
    command!,
    [
      ...before,
      join(import.meta.dirname, "../../../conformance/rig/connecting/renewing.ts"),
      ...words,
    ],
    { env: { ...process.env, DENO_NO_UPDATE_CHECK: "1" }, stdio: ["ignore", "pipe", "pipe"] },
  );
  let said = "";
  let errors = "";
  child.stdout!.on("data", (piece: Buffer) => (said += piece));
  child.stderr!.on("data", (piece: Buffer) => (errors += piece));
  const ended = once(child, "close").then(() => {
    if (errors) throw new Error(errors);
    return JSON.parse(said.split("\n").find((line) => line.startsWith("["))!) as string[];
  });
  ended.catch(() => {});
  return { child, ended };
}

describe("before an authorization server that takes a whole family away when a refresh token is used twice", () => {
  it("parallel renewals leave one working connection, in one process", async () => {
    const oidc = await startOidc(`${ORIGIN}/oauth/callback`);
    closing.push(oidc.close);
    const rig = await startPlatform([oidcApp(oidc.origin)], { allow: [oidc.origin] });
    closing.push(rig.close);
    await giveClient(rig, "oidc");
    const id = await connectAt(rig, "oidc");
    expect((await rig.api("GET", `/connections/${id}`)).body).toMatchObject({
      account: { id: "ada" },
      scopes: ["openid", "offline_access"],
    });
    for (let round = 0; round < 5; round++) {
      const { secrets } = await useOf(rig, "oidc", id);
      const renewals = await Promise.all(
        Array.from({ length: 8 }, () => rig.connecting.renew(id, secrets["access_token"])),
      );
      expect(renewals.map(({ outcome }) => outcome)).toEqual(Array(8).fill("renewed"));
    }
    expect(oidc.refused()).toBe(0);
    expect((await rig.api("POST", `/connections/${id}/test`)).body).toMatchObject({
      ok: true,
      tried: "renewed",
    });
  });

  it("and so do those of several processes, whatever they run on", async () => {
    const oidc = await startOidc(`${ORIGIN}/oauth/callback`);
    closing.push(oidc.close);
    const rig = await startPlatform([oidcApp(oidc.origin)], { allow: [oidc.origin] });
    closing.push(rig.close);
    await giveClient(rig, "oidc");
    const id = await connectAt(rig, "oidc");
    const { secrets } = await useOf(rig, "oidc", id);
    const all = await Promise.all(
      [...RUNTIMES, "node"].map(
        (runtime) =>
          renewing(runtime, rig.folder, oidc.origin, id, secrets["access_token"]!, "10").ended,
      ),
    );
    for (const outcomes of all) expect(outcomes).toEqual(Array(10).fill("renewed"));
    expect(oidc.refused()).toBe(0);
    const { secrets: after } = await useOf(rig, "oidc", id);
    expect((await rig.connecting.renew(id, after["access_token"])).outcome).toBe("renewed");
  }, 60_000);
});

it.each(RUNTIMES)(
  "connecting, renewing and deleting are the same on %s",
  async (runtime) => {
    const [command, ...before] = COMMANDS[runtime]!;
    const child = spawn(
      command!,
      [...before, join(import.meta.dirname, "../../../conformance/rig/connecting/life.ts")],
      { env: { ...process.env, DENO_NO_UPDATE_CHECK: "1" }, stdio: ["ignore", "pipe", "pipe"] },
    );
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (piece: Buffer) => (said += piece));
    await once(child, "close");
    expect(said).toBe("ok\n");
  },
  40_000,
);

const whyNot = whyNoPostgres();
it.skipIf(whyNot)(
  `two services of one PostgreSQL database renew a connection once${whyNot ? ` (${whyNot})` : ""}`,
  async () => {
    const { url, drop } = await (await startPostgres()).database();
    closing.push(drop);
    const provider = await startProvider();
    closing.push(provider.close);
    const one = await startPlatform(appsAt(provider.origin), { allow: [provider.origin], url });
    closing.push(one.close);
    const other = await startPlatform(appsAt(provider.origin), {
      allow: [provider.origin],
      url,
      folder: one.folder,
    });
    closing.push(() => other.close({ keep: true }));
    await giveClient(one, "notes");
    const id = await connectAt(one, "notes");
    const { secrets } = await useOf(other, "notes", id);
    const { "/token": token } = provider.routes;
    provider.routes["/token"] = async (got) => (
      await new Promise((resolve) => setTimeout(resolve, 100)), token!(got)
    );
    const renewals = await Promise.all(
      [one, other, one, other].map(({ connecting }) =>
        connecting.renew(id, secrets["access_token"]),
      ),
    );
    expect(renewals.map(({ outcome }) => outcome)).toEqual(Array(4).fill("renewed"));
    expect(provider.got.filter(({ form }) => form["grant_type"] === "refresh_token")).toHaveLength(
      1,
    );
    expect((await useOf(one, "notes", id)).secrets).toEqual(
      (await useOf(other, "notes", id)).secrets,
    );
  },
  60_000,
);

describe("a service that is killed", () => {
  it.each(RUNTIMES)(
    "while it renews (on %s) leaves the connection as it was, for the next that comes",
    async (runtime) => {
      const provider = await startProvider();
      closing.push(provider.close);
      const rig = await startPlatform(appsAt(provider.origin), { allow: [provider.origin] });
      closing.push(rig.close);
      await giveClient(rig, "notes");
      const id = await connectAt(rig, "notes");
      const { secrets } = await useOf(rig, "notes", id);
      const { "/token": token } = provider.routes;
      const { child } = renewing(
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
          return { breaks: true };
        };
      });
      provider.routes["/token"] = token!;
      expect((await useOf(rig, "notes", id)).secrets).toEqual(secrets);
      // Its right runs out by itself.
      rig.later(41_000);
      const renewal = await rig.connecting.renew(id, secrets["access_token"]);
      expect(renewal.outcome).toBe("renewed");
      expect(
        provider.got.filter(({ form }) => form["grant_type"] === "refresh_token"),
      ).toHaveLength(2);
      expect((await rig.api("GET", `/connections/${id}`)).body.status).toBe("active");
    },
    40_000,
  );

  it("while somebody connects leaves their link to them, and one connection in the end", async () => {
    const provider = await startProvider();
    closing.push(provider.close);
    const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
    closing.push(async () => rmSync(folder, { recursive: true }));
    const port = await freePort();
    const first = await serving(folder, provider.origin, port, "link");
    const { url, connection } = first.said as { url: string; connection: { id: string } };
    const browser = newBrowser({});
    const page = await browser.open(url);
    // It dies with the state taken and the code under way.
    const { "/token": token } = provider.routes;
    provider.routes["/token"] = async () => {
      first.child.kill("SIGKILL");
      await once(first.child, "close");
      return { breaks: true };
    };
    await expect(browser.submit(page)).rejects.toThrow();
    provider.routes["/token"] = token!;
    const back = browser.visited.at(-1)!;
    expect(back).toContain("/oauth/callback?code=");

    const next = await serving(folder, provider.origin, port, "list");
    closing.push(async () => (next.child.kill("SIGKILL"), once(next.child, "close")));
    expect(next.said).toMatchObject({ total: 1, data: [{ id: connection.id, status: "pending" }] });
    expect((await browser.open(back)).text).toContain("There is nothing to finish here");
    expect((await browser.submit(await browser.open(url))).text).toContain("Notes is connected");
    expect((await browser.open(url)).text).toContain(connection.id);
    expect(provider.got.filter(({ url }) => url.pathname === "/token")).toHaveLength(2);
  }, 40_000);
});

async function serving(
  ...words: readonly (string | number)[]
): Promise<{ readonly child: ChildProcess; readonly said: unknown }> {
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, "../../../conformance/rig/connecting/serving.ts"),
      ...words.map(String),
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let said = "";
  for await (const piece of child.stdout!) if ((said += piece).includes("\n")) break;
  return { child, said: JSON.parse(said) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
