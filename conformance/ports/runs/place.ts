import { outbound } from "../../../adapters/outbound.ts";
import { openPlatform } from "../../../adapters/storage/open.ts";
import { createToolRuns } from "../../../core/platform/runs/create.ts";
import { appAt, connectedWith, KEY, shelfOf, toolWith } from "../../rig/platform/running.ts";

/** Runs tools of an app at an address, on the runtime that this is called on. */
export async function toolsAt(folder: string, origin: string) {
  const { accounts, runs: store } = await openPlatform({ folder });
  const runs = createToolRuns({
    store,
    outbound: outbound({ allow: [origin] }),
    connections: {
      use: async () => connectedWith("token-0123456789"),
      renewed: async () => connectedWith("renewed-0123456789"),
    },
    now: Date.now,
    fault: (error) => console.error(error),
  });
  const run = (
    method: "GET" | "POST",
    path: string,
    wanted: { idempotencyKey?: string; timeoutMs?: number } = {},
  ) =>
    runs.run(KEY, shelfOf(appAt(origin), toolWith({ method, path })), {
      tool: "desk.do",
      given: {},
      timeoutMs: 3_000,
      mostBytes: 1_000_000,
      ...wanted,
    });
  return { run, runs, store, close: () => accounts.close() };
}
