import { allowedOriginChecks } from "./outbound/allowed-origins.ts";
import { bodyChecks } from "./outbound/bodies.ts";
import { connectionChecks } from "./outbound/connections.ts";
import type { OutboundFixture } from "./outbound/fixture.ts";
import { poolChecks } from "./outbound/pool.ts";
import { redirectChecks } from "./outbound/redirects.ts";
import { refusalChecks } from "./outbound/refusals.ts";
import { sizeChecks } from "./outbound/sizes.ts";
import { timeoutChecks } from "./outbound/timeouts.ts";
import type { PortCheck } from "./port-check.ts";

/** Checks that every implementation of `Outbound` must pass. They connect only to loopback. */
export const outboundSuite: readonly PortCheck<OutboundFixture>[] = [
  ...refusalChecks,
  ...redirectChecks,
  ...allowedOriginChecks,
  ...connectionChecks,
  ...poolChecks,
  ...bodyChecks,
  ...sizeChecks,
  ...timeoutChecks,
];
