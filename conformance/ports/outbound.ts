import { allowedOriginChecks } from "./outbound/allowed.ts";
import { bodyChecks } from "./outbound/bodies.ts";
import { connectionChecks } from "./outbound/connections.ts";
import type { OutboundDriver } from "./outbound/fixture.ts";
import { createOutboundFixture } from "./outbound/fixture.ts";
import { poolChecks } from "./outbound/pool.ts";
import { redirectChecks } from "./outbound/redirects.ts";
import { refusalChecks } from "./outbound/refusals.ts";
import { sizeChecks } from "./outbound/sizes.ts";
import { timeoutChecks } from "./outbound/times.ts";

/** One observable promise, ready to be run; rejects with what is wrong. */
export interface OutboundCheck {
  readonly name: string;
  run(): Promise<void>;
}

/** What every driver of the Outbound port must do, on whichever runtime this is called. Talks to loopback only. */
export function createOutboundSuite(driver: OutboundDriver): readonly OutboundCheck[] {
  return [
    ...refusalChecks,
    ...redirectChecks,
    ...allowedOriginChecks,
    ...connectionChecks,
    ...poolChecks,
    ...bodyChecks,
    ...sizeChecks,
    ...timeoutChecks,
  ].map(({ name, run }) => ({
    name,
    async run() {
      const fixture = createOutboundFixture(driver);
      try {
        await run(fixture);
      } finally {
        await fixture.close();
      }
    },
  }));
}
