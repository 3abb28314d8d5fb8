import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccounts } from "../adapters/storage/open.ts";
import { ACCOUNT, newKey } from "../core/index.ts";
import { keptText } from "../core/platform/domain/catalogue/kept.ts";
import type { Accounts } from "../core/ports/accounts.ts";
import { KINDS, RUNTIMES, title } from "./ports/on-databases.ts";
import { GROVE } from "./rig/platform/apps.ts";
import { spawned } from "./targets/spawned.ts";
import type { Target } from "./targets/target.ts";

const PROGRAM = new URL("rig/platform/standing-main.ts", import.meta.url).pathname;
const WORDS: Readonly<Record<string, readonly string[]>> = {
  deno: ["run", "--allow-all", "--node-modules-dir=manual"],
};

/** Within which what is said at one process must hold at every one. */
const SECOND = 1000;

/** One place, and a process on each runtime that serves it; two on Node, so that there are always two. */
describe.each(KINDS)("several processes over one $name", ({ whyNot, place: make }) => {
  const runtimes = ["node", ...RUNTIMES.filter((each) => !each.whyNot).map(({ name }) => name)];
  let processes: Target[] = [];
  let accounts: Accounts;
  let remove = async () => {};
  beforeAll(async () => {
    if (whyNot) return;
    const made = await make();
    remove = made.remove;
    accounts = await openAccounts(
      made.place.startsWith("postgres")
        ? { url: made.place, folder: "/nowhere" }
        : { folder: made.place },
    );
    processes = await Promise.all(
      runtimes.map((name) =>
        spawned(name, [...(WORDS[name] ?? []), PROGRAM], /"url":"([^"]+)"/, {
          RIG_PLACE: made.place,
        }),
      ),
    );
  });
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.close()));
    await accounts?.close();
    await remove();
  });

  const made = async (name: string) => {
    const { key, secret } = await newKey({ account: ACCOUNT, name, permissions: ["read"] });
    await accounts.addKey(key);
    return {
      key,
      ask: (process: Target, path = "/api/v1/apps") =>
        process.ask({ path, headers: { authorization: `Bearer ${secret}` } }),
    };
  };
  const ifThere = test.skipIf(whyNot);

  ifThere(
    title(
      "take a key as soon as it is made, and refuse it within a second once it is revoked",
      whyNot,
    ),
    async () => {
      const { key, ask } = await made("short-lived");
      for (const process of processes) expect((await ask(process)).status).toBe(200);
      const stop = performance.now() + SECOND;
      await accounts.revokeKey(ACCOUNT, key.id, new Date().toISOString());
      await Promise.all(
        processes.map(async (process) => {
          let status = 200;
          while (status === 200 && performance.now() < stop)
            [status] = [(await ask(process)).status, await pause(20)];
          const { status: last, text } = await ask(process);
          expect([process.url, last, JSON.parse(text).code]).toEqual([
            process.url,
            401,
            "key_revoked",
          ]);
        }),
      );
    },
  );

  ifThere(title("write down when a key was used last", whyNot), async () => {
    const { key, ask } = await made("used");
    const before = new Date().toISOString();
    expect((await accounts.keyOf(key.fingerprint))?.lastUsed).toBeUndefined();
    await ask(processes[0]!);
    await expect
      .poll(async () => (await accounts.keyOf(key.fingerprint))?.lastUsed ?? "", {
        timeout: SECOND,
      })
      .toMatch(/^\d{4}-/);
    expect((await accounts.keyOf(key.fingerprint))!.lastUsed! >= before).toBe(true);
  });

  ifThere(
    title(
      "show an app that the account has added, and no more once it is removed, within a second",
      whyNot,
    ),
    async () => {
      const { ask } = await made("looks");
      const everywhere = async (status: number) =>
        expect(
          (await Promise.all(processes.map((process) => ask(process, "/api/v1/apps/grove")))).map(
            (answer) => answer.status,
          ),
        ).toEqual(processes.map(() => status));
      await everywhere(404);
      await accounts.putApp({
        account: ACCOUNT,
        slug: "grove",
        added: new Date().toISOString(),
        compiled: keptText({ ...GROVE, report: undefined as never }),
      });
      await pause(SECOND);
      await everywhere(200);
      await accounts.removeApp(ACCOUNT, "grove");
      await pause(SECOND);
      await everywhere(404);
    },
  );
});
