import { allowedOriginChecks } from "./outbound/allowed-origins.ts";
import { bodyChecks } from "./outbound/bodies.ts";
import { connectionChecks } from "./outbound/connections.ts";
import { createOutboundFixture, type OutboundDriver } from "./outbound/fixture.ts";
import { poolChecks } from "./outbound/pool.ts";
import { redirectChecks } from "./outbound/redirects.ts";
import { refusalChecks } from "./outbound/refusals.ts";
import { sizeChecks } from "./outbound/sizes.ts";
import { timeoutChecks } from "./outbound/timeouts.ts";

/** One observable guarantee of the port. `run` rejects with the assertion that failed. */
export interface OutboundCheck {
  readonly name: string;
  run(): Promise<void>;
}

/**
 * Returns the checks that every implementation of `Outbound` must pass. They connect only to
 * loopback.
 */
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
    run: () => run(async () => createOutboundFixture(driver)),
  }));
}
