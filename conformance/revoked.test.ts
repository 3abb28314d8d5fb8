import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RUNTIMES as SUPPORTED_RUNTIMES } from "../adapters/runtime/runtimes.ts";
import { openKeyStore } from "../adapters/storage/open.ts";
import { serializeCompiledApp } from "../core/lib/openapi-tools/compile/results/compiled-format.ts";
import { createKey } from "../core/platform/auth/create-key.ts";
import { DEFAULT_ACCOUNT, type KeyStore } from "../core/ports/stores/key-store.ts";
import { ADDED_APP } from "./fixtures/platform/apps.ts";
import { DATABASE_KINDS, toStorageLocation } from "./ports/databases.ts";
import { formatTitle, RUNTIMES } from "./ports/runtimes.ts";
import { spawnServer } from "./targets/http-client.ts";
import type { Target } from "./targets/target.ts";

const PROGRAM = new URL("./fixtures/platform/shared-storage-main.ts", import.meta.url).pathname;

/** The time within which a change in one process must apply in all of them, in milliseconds. */
const SECOND = 1000;

/** One database with a process on each runtime, and two on Node so that there are always two. */
describe.each(DATABASE_KINDS)(
  "several processes over one $name",
  ({ skipReason, createLocation: make }) => {
    const runtimes = [
      "node",
      ...RUNTIMES.filter((each) => !each.skipReason).map(({ name }) => name),
    ];
    let processes: Target[] = [];
    let keyStore: KeyStore;
    let remove = async () => {};
    beforeAll(async () => {
      if (skipReason) return;
      const created = await make();
      remove = created.remove;
      keyStore = await openKeyStore(toStorageLocation(created.location));
      processes = await Promise.all(
        runtimes.map((name) =>
          spawnServer(
            name,
            [...SUPPORTED_RUNTIMES[name]!.command.slice(1), PROGRAM],
            /"url":"([^"]+)"/,
            {
              FIXTURE_STORAGE: created.location,
            },
          ),
        ),
      );
    });
    afterAll(async () => {
      await Promise.all(processes.map((each) => each.close()));
      await keyStore?.close();
      await remove();
    });

    const addKey = async (name: string) => {
      const { key, secret } = await createKey({
        account: DEFAULT_ACCOUNT,
        name,
        permissions: ["read"],
      });
      await keyStore.addKey(key);
      return {
        key,
        sendWithKey: (process: Target, path = "/api/v1/apps") =>
          process.send({ path, headers: { authorization: `Bearer ${secret}` } }),
      };
    };
    const ifThere = test.skipIf(skipReason);

    ifThere(
      formatTitle(
        "take a key as soon as it is made, and refuse it within a second once it is revoked",
        skipReason,
      ),
      async () => {
        const { key, sendWithKey } = await addKey("short-lived");
        for (const process of processes) expect((await sendWithKey(process)).status).toBe(200);
        await keyStore.revokeKey(DEFAULT_ACCOUNT, key.id, new Date().toISOString());
        await pause(SECOND);
        await Promise.all(
          processes.map(async (process) => {
            const { status, text } = await sendWithKey(process);
            expect([process.url, status, JSON.parse(text).code]).toEqual([
              process.url,
              401,
              "key_revoked",
            ]);
          }),
        );
      },
    );

    ifThere(formatTitle("write down when a key was used last", skipReason), async () => {
      const { key, sendWithKey } = await addKey("used");
      const before = new Date().toISOString();
      expect((await keyStore.findKey(key.fingerprint))?.lastUsed).toBeUndefined();
      await sendWithKey(processes[0]!);
      await expect
        .poll(async () => (await keyStore.findKey(key.fingerprint))?.lastUsed ?? "", {
          timeout: 10 * SECOND,
        })
        .toMatch(/^\d{4}-/);
      expect((await keyStore.findKey(key.fingerprint))!.lastUsed! >= before).toBe(true);
    });

    ifThere(
      formatTitle(
        "show an app that the account has added, and no more once it is removed, within a second",
        skipReason,
      ),
      async () => {
        const { sendWithKey } = await addKey("looks");
        const everywhere = async (status: number) =>
          expect(
            (
              await Promise.all(
                processes.map((process) => sendWithKey(process, "/api/v1/apps/grove")),
              )
            ).map((response) => response.status),
          ).toEqual(processes.map(() => status));
        await everywhere(404);
        await keyStore.saveApp({
          account: DEFAULT_ACCOUNT,
          slug: "grove",
          added: new Date().toISOString(),
          compiled: serializeCompiledApp({ ...ADDED_APP, report: undefined as never }),
        });
        await pause(SECOND);
        await everywhere(200);
        await keyStore.removeApp(DEFAULT_ACCOUNT, "grove");
        await pause(SECOND);
        await everywhere(404);
      },
    );
  },
);
