import type { openPlatformParts } from "../../../adapters/services/platform-parts.ts";
import { DEFAULT_ACCOUNT } from "../../../core/ports/stores/key-store.ts";
import type { Trigger } from "../../../core/ports/stores/trigger-store.ts";

const DAY_MS = 86_400_000;

/** Adds schedules that are due tomorrow, from one index up to another. */
export async function addTriggers(
  { triggerStore, options }: Awaited<ReturnType<typeof openPlatformParts>>,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const [key] = await options.keyStore.listKeys(DEFAULT_ACCOUNT);
  const time = new Date().toISOString();
  for (let first = from; first < to; first += 500) {
    const indexes = Array.from({ length: Math.min(500, to - first) }, (_, at) => first + at);
    await Promise.all(
      indexes.map((index) => {
        const trigger: Trigger = {
          id: `trg_${String(index).padStart(32, "0")}`,
          account: DEFAULT_ACCOUNT,
          key: key!.id,
          name: `Schedule ${index}`,
          kind: "schedule",
          watch: { kind: "schedule", cron: "0 9 * * *", timezone: "Europe/Berlin" },
          actions: [{ id: "1", status: "active", action: { kind: "run", tool: "desk.get_thing" } }],
          order: "none",
          maxPerMinute: 60,
          status: "active",
          metadata: {},
          progress: { due: Date.now() + DAY_MS + index },
          version: 1,
          revision: 1,
          created: time,
          updated: time,
        };
        return triggerStore.add(trigger, {});
      }),
    );
  }
}
