import { allowed } from "./outbound/allowed.ts";
import { bodies } from "./outbound/bodies.ts";
import { connections } from "./outbound/connections.ts";
import { pool } from "./outbound/pool.ts";
import { redirects } from "./outbound/redirects.ts";
import { refusals } from "./outbound/refusals.ts";
import type { Driver } from "./outbound/rig.ts";
import { makeRig } from "./outbound/rig.ts";
import { sizes } from "./outbound/sizes.ts";
import { times } from "./outbound/times.ts";

/** One observable promise, ready to be run; rejects with what is wrong. */
export interface OutboundCheck {
  readonly name: string;
  run(): Promise<void>;
}

/** What every driver of the Outbound port must do, on whichever runtime this is called. Talks to loopback only. */
export function outboundSuite(driver: Driver): readonly OutboundCheck[] {
  return [
    ...refusals,
    ...redirects,
    ...allowed,
    ...connections,
    ...pool,
    ...bodies,
    ...sizes,
    ...times,
  ].map(({ name, run }) => ({
    name,
    async run() {
      const rig = makeRig(driver);
      try {
        await run(rig);
      } finally {
        await rig.close();
      }
    },
  }));
}
