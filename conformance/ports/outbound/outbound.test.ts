import { createOutbound } from "../../../adapters/outbound/create-outbound.ts";
import { portSuite } from "../port-suite.ts";
import { proxyEnvironment } from "../runtimes.ts";
import { createOutboundFixture } from "./fixture.ts";
import { outboundSuite } from "./outbound.ts";

await portSuite({
  name: "Outbound",
  checks: outboundSuite,
  program: import.meta.filename,
  // Nothing listens there: every check would fail if the implementation used this proxy.
  environment: proxyEnvironment("http://127.0.0.1:1"),
  open: () => createOutboundFixture(createOutbound),
});
