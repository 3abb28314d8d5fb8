import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { appsCommand } from "../../../adapters/cli/apps.ts";
import { keysCommand } from "../../../adapters/cli/keys.ts";
import { secretsCommand } from "../../../adapters/cli/secrets.ts";
import { openSigningKeys } from "../../../adapters/signing/keys.ts";
import { DAY, type Deployment } from "../deployment.ts";
import { decryptAll, tablesOf } from "../encrypted-values.ts";
import { withCurrentNames, without } from "../fixture.ts";

/** Registers tests of the stored API keys, and of the commands that list stored data. */
export function testApiKeys(deployment: Deployment): void {
  const { it, expected, writtenAt, keyOf } = deployment;

  it("accepts every stored API key with its permissions, and rejects revoked and expired ones", async () => {
    const { services } = deployment;
    const statuses = async (name: string) => {
      const key = keyOf(name);
      const search = await services.platform("GET", "/apps", key);
      const connect = await services.platform("POST", "/apps/drift/connect", key, {});
      const run = await services.platform("POST", "/tools/drift.get_note/run", key, {
        arguments: { id: "1" },
      });
      return [search.status, connect.status, run.status];
    };
    expect(await statuses("laptop")).toEqual([200, 200, 200]);
    expect(await statuses("reader")).toEqual([200, 403, 403]);
    expect(await statuses("connector")).toEqual([403, 200, 403]);
    expect(await statuses("runner")).toEqual([403, 403, 200]);
    expect(await statuses("quill only")).toEqual([200, 403, 200]);
    expect(await statuses("user 42")).toEqual([200, 200, 200]);
    expect(await statuses("expiring")).toEqual([200, 403, 403]);
    expect(await statuses("revoked")).toEqual([401, 401, 401]);
    const errorCode = async (name: string) =>
      (await services.platform("GET", "/apps", keyOf(name))).body.code;
    expect(await errorCode("revoked")).toBe("key_revoked");
    // A key that is limited to apps or to an end user has access to only those.
    expect((await services.platform("GET", "/apps/larder", keyOf("quill only"))).status).toBe(403);
    const { body: connections } = await services.platform(
      "GET",
      "/connections?status=active&limit=100",
      keyOf("user 42"),
    );
    expect(connections.data.map(({ label, user }: any) => [label, user])).toEqual([
      ["Ember of 42", "42"],
      ["Mosaic of 42", "42"],
    ]);
    vi.setSystemTime(writtenAt + 91 * DAY);
    expect(await errorCode("expiring")).toBe("key_expired");
    expect((await services.platform("GET", "/apps", keyOf("laptop"))).status).toBe(200);
  });

  it("lists stored keys, apps and OAuth clients on the command line", async () => {
    const options = deployment.commandOptions;
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    expect(await keysCommand(["list"], options, { print, info: print })).toBe(0);
    expect(await appsCommand(["list"], { platform: undefined, shared: options }, print)).toBe(0);
    expect(await appsCommand(["clients"], { platform: undefined, shared: options }, print)).toBe(0);
    const output = lines.join("\n");
    for (const { id, name } of expected.keys)
      expect(output).toMatch(new RegExp(`${id} +${name} +jf_live_`));
    expect(output).toMatch(/granary +added 2026-11-20 09:00\norchard +added 2026-11-20 09:00\n/);
    expect(lines.at(-1)).toBe("acc_default/granary\nquill\nwillow");
  });
}

/** Registers tests of the signing keys and of the rotation of the secrets key. */
export function testKeyRotation(deployment: Deployment): void {
  const { it, expected, run, lastRequest } = deployment;

  it("publishes the stored signing keys and signs with them", async () => {
    const { services } = deployment;
    const { body } = await services.site("GET", "/.well-known/http-message-signatures-directory");
    const published: any = typeof body === "string" ? JSON.parse(body) : body;
    expect(published.keys.map(({ x }: any) => x).sort()).toEqual(
      expected.signingKeys.map(({ x }: any) => x).sort(),
    );
    const [first] = (await openSigningKeys(deployment.dataDir, () => {})).publishedKeys();
    expect({ id: first!.id, x: first!.x }).toEqual(expected.signingKeys[0]);
    const signature = await crypto.subtle.sign("Ed25519", first!.privateKey, Buffer.from("signed"));
    const publicKey = await crypto.subtle.importKey(
      "jwk",
      { kty: "OKP", crv: "Ed25519", x: expected.signingKeys[0].x },
      "Ed25519",
      false,
      ["verify"],
    );
    expect(await crypto.subtle.verify("Ed25519", publicKey, signature, Buffer.from("signed"))).toBe(
      true,
    );
  });

  it("re-encrypts the stored data keys on rotation, so that every secret can still be decrypted", async () => {
    const readWrappedKeys = async () =>
      (await tablesOf(deployment.services.sql))["data_keys"]!.map(
        (row) => row["wrapped"] as string,
      );
    const secrets = await decryptAll(deployment.services);
    const before = await readWrappedKeys();
    await deployment.services.close();
    const keyFile = join(deployment.dataDir, "secrets-key.json");
    expect(await secretsCommand(["rotate"], deployment.commandOptions, () => {})).toBe(0);
    const { keys } = JSON.parse(readFileSync(keyFile, "utf8"));
    expect(keys).toHaveLength(2);
    writeFileSync(keyFile, JSON.stringify({ keys: keys.slice(0, 1) }));
    await deployment.restart();
    expect(await decryptAll(deployment.services)).toEqual(secrets);
    const after = await readWrappedKeys();
    expect(after.filter((each) => before.includes(each))).toEqual([]);
    await run("larder.get_note", "Larder");
    expect(lastRequest().headers["x-api-key"]).toBe("Key larder_key_of_the_test");
  });
}

/** Registers tests of the stored connections and of all stored secrets. */
export function testConnections(deployment: Deployment): void {
  const { it, expected, keyOf } = deployment;

  it("lists connections with every stored field", async () => {
    const { services } = deployment;
    const list = async (query: string) =>
      (await services.platform("GET", `/connections?limit=100${query}`, keyOf("laptop"))).body.data;
    // The pending connections are the newest.
    const listed = [...(await list("&status=pending")), ...(await list(""))];
    const withoutLinks = (views: any[]) => views.map((view) => without(view, "reconnect_url"));
    expect(withoutLinks(listed)).toEqual(withoutLinks(withCurrentNames(expected.views)));
    expect(listed.map(({ label, status }: any) => [label, status])).toEqual([
      ["Signing in to Ember", "pending"],
      ["Signing in to Ferry", "pending"],
      ["Signing in to Quill", "pending"],
      ["Pending", "pending"],
      ["Failing renewal", "active"],
      ["Failed", "failed"],
      ["Expired", "expired"],
      ["Disabled", "disabled"],
      ["Granary sign-in", "active"],
      ["Granary key", "active"],
      ["Ember of 42", "active"],
      ["Ember", "active"],
      ["Drift", "active"],
      ["Cairn", "active"],
      ["Pylon", "active"],
      ["Mosaic of 42", "active"],
      ["Mosaic", "active"],
      ["Larder", "active"],
      ["Beacon", "active"],
      ["Ferry", "active"],
      ["Willow", "active"],
      ["Quill home", "active"],
      ["Quill work", "active"],
    ]);
  });

  it("decrypts every stored secret to its plain text", async () => {
    const { services } = deployment;
    expect(await decryptAll(services)).toEqual(expected.plaintexts);
    expect(Object.keys(expected.plaintexts)).toHaveLength(25);
    const { data_keys: keys } = await tablesOf(services.sql);
    expect(keys!.map(({ account }) => account).sort()).toEqual(["*", "acc_default"]);
  });
}
