import { monitorEventLoopDelay } from "node:perf_hooks";
import process from "node:process";
import { encryptSecrets } from "../../core/platform/connections/secrets.ts";
import type { Connection } from "../../core/ports/connection-store.ts";
import { createAppRecord, createOAuthMethod } from "../fixtures/connections/apps.ts";
import { connectApp } from "../fixtures/connections/connect-app.ts";
import { addOAuthClient } from "../fixtures/connections/oauth-client.ts";
import { type OAuthProvider, startOAuthProvider } from "../fixtures/connections/oauth-provider.ts";
import { startTestPlatform, type TestPlatform } from "../fixtures/connections/test-platform.ts";
import { median } from "./median.ts";
import { formatTable, showProgress } from "./table.ts";
import { formatTargets } from "./targets.ts";

const CONNECT_COUNT = 100;
const EXPIRING_COUNT = 10_000;
/** How long the provider takes for a token. */
const PROVIDER_MILLISECONDS = 50;

/** A connect from the link to an active connection, and ten thousand connections that expire in the same minute, on Node. */
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
    const storm = await benchExpiring(fixture, provider);
    console.log(
      formatTable(
        ["measured", "figure"],
        [
          [
            `connect, link to active, ms (median of ${CONNECT_COUNT}, provider included)`,
            connects.milliseconds.toFixed(1),
          ],
          ["the same, CPU ms of the process", connects.cpu.toFixed(1)],
          [
            `${EXPIRING_COUNT} connections expiring in one minute: seconds until all are renewed`,
            storm.seconds.toFixed(1),
          ],
          ["renewed a second", (EXPIRING_COUNT / storm.seconds).toFixed(0)],
          ["most requests at the provider at once", String(storm.mostAtOnce)],
          ["requests for each connection", (storm.asked / EXPIRING_COUNT).toFixed(3)],
          ["event loop delay, p99 ms", storm.delay.toFixed(1)],
          ["CPU ms a renewal", storm.cpu.toFixed(2)],
          ["MB resident afterwards", String(storm.megabytes)],
          ["not active afterwards", String(storm.broken)],
        ],
      ),
    );
    const targets = [
      {
        description: "seconds until ten thousand are renewed: all of them before any has expired",
        measured: storm.seconds,
        max: 300,
      },
      { description: "most requests at the provider at once", measured: storm.mostAtOnce, max: 8 },
      { description: "connections broken", measured: storm.broken, max: 0 },
    ];
    console.log(`\n${formatTargets(targets)}`);
    return { connects, storm, targets };
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
  for (let each = 0; each < CONNECT_COUNT; each++) {
    const startedAt = performance.now();
    await connectApp(fixture, "notes");
    durations.push(performance.now() - startedAt);
  }
  const { user, system } = process.cpuUsage(before);
  return { milliseconds: median(durations), cpu: (user + system) / 1000 / CONNECT_COUNT };
}

async function benchExpiring(fixture: TestPlatform, provider: OAuthProvider) {
  const { deps: office, refreshScheduler: renewals } = fixture.connecting;
  const { store: connections, vault: safe } = office;
  const account = fixture.key.account;
  for (const { connection } of await connections.list(account, {}))
    await fixture.api("DELETE", `/connections/${connection.id}`);
  const now = office.now();
  const created = new Date(now - 3_300_000).toISOString();
  const ids = Array.from(
    { length: EXPIRING_COUNT },
    (_, each) => `conn_${String(each).padStart(6, "0")}`,
  );
  for (let from = 0; from < EXPIRING_COUNT; from += 500) {
    showProgress(`${from} of ${EXPIRING_COUNT} connections made`);
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
        await connections.add({ ...connection });
        await connections.save(
          { ...connection, version: 2 },
          {
            encryptedSecrets: await encryptSecrets(safe, connection, {
              values: { access_token: `at_${id}` },
              refreshToken: `rt_${id}`,
              client: { id: "client_1", secret: "client_secret_1", auth: "body", from: "operator" },
            }),
          },
        );
      }),
    );
  }
  let inside = 0;
  let mostAtOnce = 0;
  let requestCount = 0;
  provider.routes["/token"] = async ({ form }) => {
    requestCount++;
    mostAtOnce = Math.max(mostAtOnce, ++inside);
    await new Promise((resolve) => setTimeout(resolve, PROVIDER_MILLISECONDS));
    inside--;
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
    last = await renewals.runOnce();
    showProgress(`${done + last} renewed`);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(before);
  delay.disable();
  showProgress("");
  const all = await connections.list(account, {});
  const broken =
    all.filter(
      ({ connection: { status, refreshed } }) =>
        status !== "active" || Date.parse(refreshed!) < now,
    ).length +
    EXPIRING_COUNT -
    all.length;
  return {
    seconds,
    mostAtOnce,
    asked: requestCount,
    delay: delay.percentile(99) / 1e6,
    cpu: (user + system) / 1000 / EXPIRING_COUNT,
    megabytes: Math.round(process.memoryUsage().rss / 1e6),
    broken,
  };
}
