import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen } from "../../adapters/runtime/serve.ts";
import { createHostCheck } from "../../adapters/services/allowed-hosts.ts";
import { openAccount } from "../../adapters/services/open-account.ts";
import { openPlatformParts } from "../../adapters/services/platform-parts.ts";
import { admin, createPlatform } from "../../core/index.ts";
import { createMemoryCatalog } from "../fixtures/connections/apps.ts";

const PASSWORD = "correct horse battery";

/** A platform on a port of 127.0.0.1, and the owner of its account in a browser. */
export interface PlatformWithPeople {
  readonly url: string;
  /** The origin of the pages. */
  readonly pageUrl: string;
  /** The owner's, whose name is Ada. */
  readonly password: string;
  /** Opens the page to which an MCP client sends the owner, and allows what it requests. */
  allow(authorizationUrl: string | URL): Promise<URL>;
  /** Returns the API keys, as the owner sees them. */
  listKeys(): Promise<readonly { readonly id: string; readonly client?: object }[]>;
  revokeKey(id: string): Promise<void>;
  close(): Promise<void>;
}

/** `hostname` is that of the public origin. The platform also listens on the other loopback names. */
export async function startPlatformWithPeople(hostname = "127.0.0.1"): Promise<PlatformWithPeople> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  const server = await listen({ hostname: "::", port: 0 });
  const resources = new AsyncDisposableStack();
  const origin = `http://${hostname}:${new URL(server.url).port}`;
  const parts = await openPlatformParts({
    origin,
    dataFolder: folder,
    catalog: createMemoryCatalog([]),
  });
  const account = await openAccount(
    parts.accountStores,
    {
      databaseUrl: undefined,
      dataFolder: folder,
      clientKey: () => "192.0.2.1",
      appReader: parts.appReader,
    },
    resources,
  );
  server.handle(
    createPlatform({
      origin,
      ...parts.options,
      account,
      allowsHost: createHostCheck(origin, []),
    }),
  );
  const pageOrigin = admin.toPageOrigin(origin);
  let cookie = "";
  const send = async (method: string, path: string, type?: string, body?: string) => {
    const response = await fetch(pageOrigin + path, {
      method,
      headers: { origin: pageOrigin, cookie, ...(type && { "content-type": type }) },
      ...(body !== undefined && { body }),
      redirect: "manual",
    });
    const [line] = response.headers.getSetCookie();
    if (line) cookie = line.split(";")[0]!;
    if (response.status >= 400) throw new Error(`${path}: ${await response.text()}`);
    return response;
  };
  const api = async (method: string, path: string, body?: object): Promise<any> =>
    (
      await send(
        method,
        `/account/api/v1${path}`,
        body && "application/json",
        body && JSON.stringify(body),
      )
    ).json();
  const link = await admin.createSetupLink(parts.accountStores.peopleStore, {
    origin,
    now: Date.now(),
    replacesEarlier: true,
  });
  await api("POST", "/setup", {
    code: link.url.split("#")[1],
    name: "Ada",
    password: PASSWORD,
  });
  return {
    url: origin,
    pageUrl: pageOrigin,
    password: PASSWORD,
    async allow(authorizationUrl) {
      const { origin: opened, pathname, search } = new URL(authorizationUrl);
      if (opened !== pageOrigin) throw new Error(`${opened} isn't where people sign in.`);
      const page = await (await send("GET", pathname + search)).text();
      const fields = new URLSearchParams({ lifetime_days: "90" });
      for (const [, value] of page.matchAll(/name="permissions" value="(\w+)" checked/g))
        fields.append("permissions", value!);
      fields.set("name", /id="name"[^>]* value="([^"]*)"/.exec(page)![1]!);
      const type = "application/x-www-form-urlencoded";
      const result = await (await send("POST", pathname + search, type, String(fields))).text();
      const url = /content="0;url=([^"]+)"/.exec(result)![1]!;
      return new URL(url.replaceAll("&amp;", "&"));
    },
    listKeys: async () => (await api("GET", "/keys")).data,
    async revokeKey(id) {
      await api("POST", `/keys/${id}/revoke`, {});
    },
    async close() {
      await server.close(0);
      await parts.close();
      await resources.disposeAsync();
      rmSync(folder, { recursive: true });
    },
  };
}
