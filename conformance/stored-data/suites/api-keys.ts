import { expect, vi } from "vitest";
import { appsCommand } from "../../../adapters/cli/apps.ts";
import { keysCommand } from "../../../adapters/cli/keys.ts";
import { DAY, type Deployment } from "../deployment.ts";

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
