import { monitorEventLoopDelay } from "node:perf_hooks";
import process from "node:process";
import { sealSecrets } from "../../core/platform/connections/secrets.ts";
import type { Connection } from "../../core/ports/connections.ts";
import { appOf, oauthOf } from "../rig/connecting/apps.ts";
import { giveClient } from "../rig/connecting/client.ts";
import { connectAt } from "../rig/connecting/connected.ts";
import { type PlatformRig, startPlatform } from "../rig/connecting/platform.ts";
import { type Provider, startProvider } from "../rig/connecting/provider.ts";
import { median } from "./median.ts";
import { showProgress, tableOf } from "./table.ts";
import { targetLines } from "./targets.ts";

const CONNECTS = 100;
const EXPIRING = 10_000;
/** How long the provider takes for a token. */
const PROVIDER_MS = 50;

/** A connect from the link to an active connection, and ten thousand connections that expire in the same minute, on Node. */
export async function benchConnections(): Promise<object> {
  const provider = await startProvider();
  const rig = await startPlatform([appOf("notes", [oauthOf(provider.origin)])], {
    allow: [provider.origin],
  });
  try {
    await giveClient(rig, "notes");
    const connects = await benchConnects(rig);
    const storm = await benchExpiring(rig, provider);
    console.log(
      tableOf(
        ["measured", "figure"],
        [
          [
            `connect, link to active, ms (median of ${CONNECTS}, provider included)`,
            connects.milliseconds.toFixed(1),
          ],
          ["the same, CPU ms of the process", connects.cpu.toFixed(1)],
          [
            `${EXPIRING} connections expiring in one minute: seconds until all are renewed`,
            storm.seconds.toFixed(1),
          ],
          ["renewed a second", (EXPIRING / storm.seconds).toFixed(0)],
          ["most requests at the provider at once", String(storm.mostAtOnce)],
          ["requests for each connection", (storm.asked / EXPIRING).toFixed(3)],
          ["event loop delay, p99 ms", storm.delay.toFixed(1)],
          ["CPU ms a renewal", storm.cpu.toFixed(2)],
          ["MB resident afterwards", String(storm.megabytes)],
          ["not active afterwards", String(storm.broken)],
        ],
      ),
    );
    const targets = [
      {
        claim: "seconds until ten thousand are renewed: all of them before any has expired",
        figure: storm.seconds,
        atMost: 300,
      },
      { claim: "most requests at the provider at once", figure: storm.mostAtOnce, atMost: 8 },
      { claim: "connections broken", figure: storm.broken, atMost: 0 },
    ];
    console.log(`\n${targetLines(targets)}`);
    return { connects, storm, targets };
  } finally {
    await rig.close();
    await provider.close();
  }
}

async function benchConnects(
  rig: PlatformRig,
): Promise<{ readonly milliseconds: number; readonly cpu: number }> {
  const times: number[] = [];
  for (let warm = 0; warm < 10; warm++) await connectAt(rig, "notes");
  const before = process.cpuUsage();
  for (let each = 0; each < CONNECTS; each++) {
    const began = performance.now();
    await connectAt(rig, "notes");
    times.push(performance.now() - began);
  }
  const { user, system } = process.cpuUsage(before);
  return { milliseconds: median(times), cpu: (user + system) / 1000 / CONNECTS };
}

async function benchExpiring(rig: PlatformRig, provider: Provider) {
  const { office, renewals } = rig.connecting;
  const { connections, safe } = office;
  const account = rig.key.account;
  for (const { connection } of await connections.list(account, {}))
    await rig.api("DELETE", `/connections/${connection.id}`);
  const now = office.now();
  const created = new Date(now - 3_300_000).toISOString();
  const ids = Array.from(
    { length: EXPIRING },
    (_, each) => `conn_${String(each).padStart(6, "0")}`,
  );
  for (let from = 0; from < EXPIRING; from += 500) {
    showProgress(`${from} of ${EXPIRING} connections made`);
    await Promise.all(
      ids.slice(from, from + 500).map(async (id, at) => {
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
          expires: new Date(now + 300_000 + (from + at) * 6).toISOString(),
          due: now - EXPIRING + from + at,
          version: 1,
        };
        await connections.add({ ...connection });
        await connections.save(
          { ...connection, version: 2 },
          {
            sealed: await sealSecrets(safe, connection, {
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
  let asked = 0;
  provider.routes["/token"] = async ({ form }) => {
    asked++;
    mostAtOnce = Math.max(mostAtOnce, ++inside);
    await new Promise((resolve) => setTimeout(resolve, PROVIDER_MS));
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
  const began = performance.now();
  for (let done = 0, last = 1; last > 0; done += last) {
    last = await renewals.once();
    showProgress(`${done + last} renewed`);
  }
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(before);
  delay.disable();
  showProgress("");
  const all = await connections.list(account, {});
  const broken =
    all.filter(
      ({ connection: { status, refreshed } }) =>
        status !== "active" || Date.parse(refreshed!) < now,
    ).length +
    EXPIRING -
    all.length;
  return {
    seconds,
    mostAtOnce,
    asked,
    delay: delay.percentile(99) / 1e6,
    cpu: (user + system) / 1000 / EXPIRING,
    megabytes: Math.round(process.memoryUsage().rss / 1e6),
    broken,
  };
}
