import { dueOf } from "../domain/oauth/renewal.ts";
import type { Office } from "./office.ts";
import { change, timeOf } from "./office.ts";
import { expire, type Renew } from "./renew.ts";
import { openSecrets } from "./secrets.ts";

/** Renews connections before they expire, and lets links go that nobody opened. */
export interface Renewals {
  /** Does what is due now, up to a thousand; says how many that were. */
  once(): Promise<number>;
  /** Begins to look every so often, until it is stopped. */
  start(): void;
  /** Waits for what is being done. */
  stop(): Promise<void>;
}

const LOOK_MILLISECONDS = 15_000;
const AT_ONCE = 8;
const BATCH = 200;
const MOST_EACH_LOOK = 1_000;
/** How long what failed or was deleted is still shown. */
const KEEP_MILLISECONDS = 30 * 86_400_000;
const SWEEP_EACH = 40;

/** Eight at a time, and a thousand at a look: however many expire in one minute, the apps are asked steadily. */
export function createRenewals(
  office: Office,
  renew: Renew,
  { lookEvery = LOOK_MILLISECONDS }: { readonly lookEvery?: number } = {},
): Renewals {
  const { connections, now, fault } = office;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let looking: Promise<number> | undefined;
  let looks = 0;

  const look = async (): Promise<number> => {
    let done = 0;
    while (!isStopped && done < MOST_EACH_LOOK) {
      const ids = await connections.due(now(), BATCH);
      if (ids.length === 0) break;
      const left = [...ids];
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let id = left.shift(); id !== undefined && !isStopped; id = left.shift())
            await tend(id).catch(fault);
        }),
      );
      done += ids.length;
    }
    if (looks++ % SWEEP_EACH === 0 && !isStopped)
      await connections.sweep(now(), timeOf(now() - KEEP_MILLISECONDS)).catch(fault);
    return done;
  };

  const tend = async (id: string): Promise<void> => {
    const kept = await connections.find(id);
    const at = now();
    if (!kept || kept.connection.due === undefined || kept.connection.due > at) return;
    const { connection, lastUsed } = kept;
    if (connection.status === "pending") {
      await change(office, id, ({ connection: { status } }) =>
        status !== "pending"
          ? undefined
          : {
              set: {
                status: "failed",
                due: undefined,
                reason: {
                  code: "link_expired",
                  message: "Nobody finished connecting within 15 minutes.",
                  at: timeOf(at),
                },
              },
            },
      );
      return;
    }
    if (connection.status !== "active") {
      await change(office, id, ({ connection: { status } }) =>
        status === "active" || status === "pending" ? undefined : { set: { due: undefined } },
      );
      return;
    }
    // Put off where it lies idle, to once a day; unless it was used since that was reckoned.
    const wanted = dueOf(connection, {
      isUsed: at - Date.parse(lastUsed ?? connection.created) < 86_400_000,
    });
    if (!connection.failures && wanted !== undefined && wanted > at) {
      await change(office, id, ({ connection: { status } }) =>
        status !== "active" ? undefined : { set: { due: wanted } },
      );
      return;
    }
    const stale = (await openSecrets(office.safe, kept))?.values["access_token"];
    const renewal = await renew(id, stale);
    if (renewal.outcome !== "not renewable") return;
    const expires = connection.expires === undefined ? undefined : Date.parse(connection.expires);
    if (expires !== undefined && expires <= now()) {
      await expire(office, id, {
        code: "not_renewable",
        message: "The sign-in is over, and the app gave nothing to renew it with.",
      });
    } else {
      await change(office, id, ({ connection: { status } }) =>
        status !== "active" ? undefined : { set: { due: expires } },
      );
    }
  };

  const once = (): Promise<number> => (looking ??= look().finally(() => (looking = undefined)));
  const again = () => {
    if (isStopped) return;
    timer = setTimeout(
      () => void once().catch(fault).finally(again),
      lookEvery * (0.8 + 0.4 * Math.random()),
    );
  };
  return {
    once,
    start: again,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking?.catch(fault);
    },
  };
}
