import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createOutbound } from "../../adapters/outbound/create-outbound.ts";
import { createIdentityProvider } from "../../adapters/sign-in/identity-provider.ts";
import { createTool } from "../../core/lib/openapi-tools/call/testing.ts";
import { createKey } from "../../core/platform/auth/create-key.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { table as accountTable } from "../../generated/account/operations.ts";
import { table as platformTable } from "../../generated/platform/operations.ts";
import { type OperationEntry, PERMISSIONS } from "../../generated/table.ts";
import { startTestAccount, type TestAccount } from "../account/fixtures/fixture.ts";
import { createAppRecord, createOAuthMethod, keyMethod } from "../fixtures/connections/apps.ts";
import { createCatalog } from "../fixtures/connections/test-platform.ts";
import { startIdentityProvider } from "../fixtures/identity-provider.ts";
import { respondJson, startUpstream } from "../fixtures/platform/tool-runner.ts";
import { DATABASE_KINDS } from "../ports/databases.ts";
import { ACCOUNT_RACES, NO_ACCOUNT_RACES } from "./account-races.ts";
import { NO_PLATFORM_RACES, PLATFORM_RACES } from "./platform-races.ts";
import { CALLS, type RaceFixture } from "./race.ts";

const RACES = { ...ACCOUNT_RACES, ...PLATFORM_RACES };
const READ_ONLY = { readOnly: true, destructive: false, idempotent: true, openWorld: true };

/** Starts two processes on a database, and an owner. */
async function startFixture(databaseUrl: string | undefined): Promise<RaceFixture> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-races-"));
  const app = await startUpstream(respondJson({ id: 1 }));
  const identities = await startIdentityProvider();
  const outbound = createOutbound({ allowedOrigins: [identities.issuer] });
  const open = { id: "none", type: "none" as const, fields: [], from: "overlay" as const };
  const start = (isOwner: boolean): Promise<TestAccount> =>
    startTestAccount({
      folder,
      databaseUrl,
      isOwner,
      catalog: createCatalog(
        [
          createAppRecord("notes", [open], { base: app.origin }),
          createAppRecord("keyed", [keyMethod], { base: app.origin }),
          createAppRecord("shared", [createOAuthMethod("https://auth.example")]),
        ],
        [createTool({ path: "/notes" }, { name: "notes.read", annotations: READ_ONLY })],
      ),
      allowedOrigins: [app.origin],
      account: {
        signInLimit: undefined,
        registrationLimit: undefined,
        identityProvider: {
          provider: createIdentityProvider(identities, outbound),
          admits: ["group:staff"],
          isOnly: false,
        },
      },
    });
  const processes = [await start(false), await start(false)] as const;
  onTestFinished(async () => {
    for (const each of processes) await each.close();
    await outbound.close();
    await identities.close();
    await app.close();
    rmSync(folder, { recursive: true });
  });
  const [first] = processes;
  const owner = await first.setUp();
  const { key, secret } = await createKey({
    account: DEFAULT_ACCOUNT,
    name: "racer",
    permissions: PERMISSIONS,
  });
  await first.keyStore.addKey(key);
  return {
    processes,
    owner,
    app,
    identities,
    openBrowser(index, from) {
      const browser = processes[index % 2]!.openBrowser({ network: `10.0.${index}.1` });
      for (const [name, value] of from?.cookies ?? []) browser.cookies.set(name, value);
      return browser;
    },
    async api(index, method, path, body) {
      const response = await processes[index % 2]!.send(
        new Request(`https://jackfield.example/api/v1${path}`, {
          method,
          headers: {
            authorization: `Bearer ${secret}`,
            ...(body && { "content-type": "application/json" }),
          },
          ...(body && { body: JSON.stringify(body) }),
        }),
      );
      return { status: response.status, body: await response.json() };
    },
  };
}

it("every operation that changes something has a race, or a reason to have none", () => {
  const changing = [accountTable, platformTable].flatMap(({ operations }) =>
    Object.entries<OperationEntry>(operations)
      .filter(([, { method }]) => method !== "GET")
      .map(([name]) => name),
  );
  const named = Object.keys({ ...RACES, ...NO_ACCOUNT_RACES, ...NO_PLATFORM_RACES });
  const operations = named.filter((name) => !name.includes(" "));
  expect(operations.toSorted()).toEqual(changing.toSorted());
});

describe.each(DATABASE_KINDS)("20 calls at the same time, in $name", (kind) => {
  const { name, skipReason, createLocation } = kind;
  it.skipIf(skipReason).each(Object.entries(RACES))("%s", { timeout: 60_000 }, async (_, race) => {
    const database = name === "postgres" ? await createLocation() : undefined;
    // Registered first, so that it is removed last.
    onTestFinished(async () => database?.remove());
    const fixture = await startFixture(database?.location);
    const call = await race.prepare(fixture);
    const responses = await Promise.all(
      Array.from({ length: CALLS }, (_each, index) => call(index)),
    );
    const bodies = responses.filter(({ status }) => status < 300).map(({ body }) => body);
    const losers = responses.filter(({ status }) => status >= 300);
    const others = losers.filter(({ status }) => !race.losers?.includes(status));
    expect(others, JSON.stringify(others[0])).toEqual([]);
    if (race.winners === CALLS && race.losers) expect(bodies.length).toBeGreaterThan(0);
    else expect(bodies).toHaveLength(race.winners);
    await race.verify?.(fixture, bodies);
  });
});
