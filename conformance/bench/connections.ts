import { monitorEventLoopDelay } from "node:perf_hooks";
import process from "node:process";
import { encryptSecrets } from "../../core/platform/connections/secrets.ts";
import type { Connection } from "../../core/ports/stores/connection-store.ts";
import {
  addOAuthClient,
  createAppRecord,
  createOAuthMethod,
} from "../fixtures/connections/apps.ts";
import { connectApp } from "../fixtures/connections/connect-app.ts";
import { type OAuthProvider, startOAuthProvider } from "../fixtures/connections/oauth-provider.ts";
import { startTestPlatform, type TestPlatform } from "../fixtures/connections/test-platform.ts";
import { median } from "./report/median.ts";
import { formatTable, showProgress } from "./report/table.ts";
import { formatTargets } from "./report/targets.ts";

const CONNECT_COUNT = 100;
const EXPIRING_COUNT = 10_000;
/** The time that the provider takes to issue a token. */
const PROVIDER_MILLISECONDS = 50;

/** Measures connecting an app, and refreshing 10,000 tokens that expire in one minute, on Node. */
export async function benchConnections(): Promise<object> {
  const provider = await startOAuthProvider();
  const fixture = await startTestPlatform(
    [createAppRecord("notes", [createOAuthMethod(provider.origin)])],
    {
      allowedOrigins: [provider.origin],
    },
  );
  try {
    await addOAuthClient(fixture, "notes");
    const connects = await benchConnects(fixture);
    const refreshes = await benchExpiring(fixture, provider);
    console.log(
      formatTable(
        ["measurement", "value"],
        [
          [
            `connect, link to active, ms (median of ${CONNECT_COUNT}, with provider)`,
            connects.milliseconds.toFixed(1),
          ],
          ["connect, CPU ms of the process", connects.cpu.toFixed(1)],
          [
            `${EXPIRING_COUNT} tokens that expire in one minute: seconds until all are refreshed`,
            refreshes.seconds.toFixed(1),
          ],
          ["refreshes per second", (EXPIRING_COUNT / refreshes.seconds).toFixed(0)],
          ["maximum concurrent requests to the provider", String(refreshes.maxConcurrent)],
          ["requests per connection", (refreshes.requestCount / EXPIRING_COUNT).toFixed(3)],
          ["event loop delay, p99 ms", refreshes.delay.toFixed(1)],
          ["CPU ms per refresh", refreshes.cpu.toFixed(2)],
          ["MB resident afterwards", String(refreshes.megabytes)],
          ["inactive connections afterwards", String(refreshes.broken)],
        ],
      ),
    );
    const targets = [
      {
        description: "seconds until 10,000 tokens are refreshed, before any has expired",
        measured: refreshes.seconds,
        max: 300,
      },
      {
        description: "maximum concurrent requests to the provider",
        measured: refreshes.maxConcurrent,
        max: 8,
      },
      { description: "inactive connections", measured: refreshes.broken, max: 0 },
    ];
    console.log(`\n${formatTargets(targets)}`);
    return { connects, refreshes, targets };
  } finally {
    await fixture.close();
    await provider.close();
  }
}

async function benchConnects(
  fixture: TestPlatform,
): Promise<{ readonly milliseconds: number; readonly cpu: number }> {
  const durations: number[] = [];
  for (let warm = 0; warm < 10; warm++) await connectApp(fixture, "notes");
  const before = process.cpuUsage();
  for (let index = 0; index < CONNECT_COUNT; index++) {
    const startedAt = performance.now();
    await connectApp(fixture, "notes");
    durations.push(performance.now() - startedAt);
  }
  const { user, system } = process.cpuUsage(before);
  return { milliseconds: median(durations), cpu: (user + system) / 1000 / CONNECT_COUNT };
}

async function benchExpiring(fixture: TestPlatform, provider: OAuthProvider) {
  const { deps, refreshScheduler } = fixture.connecting;
  const { store, vault } = deps;
  const account = fixture.key.account;
  for (const { connection } of await store.list(account, {}))
    await fixture.api("DELETE", `/connections/${connection.id}`);
  const now = deps.now();
  const created = new Date(now - 3_300_000).toISOString();
  const ids = Array.from(
    { length: EXPIRING_COUNT },
    (_, index) => `conn_${String(index).padStart(6, "0")}`,
  );
  for (let from = 0; from < EXPIRING_COUNT; from += 500) {
    showProgress(`${from} of ${EXPIRING_COUNT} connections created`);
    await Promise.all(
      ids.slice(from, from + 500).map(async (id, index) => {
        const connection: Connection = {
          id,
          account,
          app: "notes",
          method: "oauth2",
          label: "Notes",
          status: "active",
          fields: {},
          created,
          updated: created,
          refreshed: created,
          expires: new Date(now + 300_000 + (from + index) * 6).toISOString(),
          due: now - EXPIRING_COUNT + from + index,
          version: 1,
        };
        await store.add({ ...connection });
        await store.save(
          { ...connection, version: 2 },
          {
            encryptedSecrets: await encryptSecrets(vault, connection, {
              values: { access_token: `at_${id}` },
              refreshToken: `rt_${id}`,
              client: { id: "client_1", secret: "client_secret_1", auth: "body", from: "operator" },
            }),
          },
        );
      }),
    );
  }
  let pending = 0;
  let maxConcurrent = 0;
  let requestCount = 0;
  provider.routes["/token"] = async ({ form }) => {
    requestCount++;
    pending++;
    maxConcurrent = Math.max(maxConcurrent, pending);
    await new Promise((resolve) => setTimeout(resolve, PROVIDER_MILLISECONDS));
    pending--;
    return {
      body: {
        access_token: `${form["refresh_token"]}_next`,
        refresh_token: `${form["refresh_token"]}_`,
        expires_in: 3600,
      },
    };
  };
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const before = process.cpuUsage();
  const startedAt = performance.now();
  for (let done = 0, last = 1; last > 0; done += last) {
    last = await refreshScheduler.runOnce();
    showProgress(`${done + last} refreshed`);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(before);
  delay.disable();
  showProgress("");
  const all = await store.list(account, {});
  const broken =
    all.filter(
      ({ connection: { status, refreshed } }) =>
        status !== "active" || Date.parse(refreshed!) < now,
    ).length +
    EXPIRING_COUNT -
    all.length;
  return {
    seconds,
    maxConcurrent,
    requestCount,
    delay: delay.percentile(99) / 1e6,
    cpu: (user + system) / 1000 / EXPIRING_COUNT,
    megabytes: Math.round(process.memoryUsage().rss / 1e6),
    broken,
  };
}
