// Runs the suite on the runtime that runs this file: one JSON line for each check. Nothing ends the process but its end.
import { createOutbound } from "../../../adapters/outbound.ts";
import { createOutboundSuite } from "../outbound.ts";

const only = process.argv[2];
for (const { name, run } of createOutboundSuite(createOutbound)) {
  if (only && !name.includes(only)) continue;
  const started = performance.now();
  const error = await run().then(
    () => undefined,
    (caught: unknown) =>
      caught instanceof Error ? (caught.stack ?? caught.message) : String(caught),
  );
  console.log(
    JSON.stringify({
      name,
      ms: Math.round(performance.now() - started),
      ...(error ? { error: `${error}`.slice(0, 3000) } : {}),
    }),
  );
}
