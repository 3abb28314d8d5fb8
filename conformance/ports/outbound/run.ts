// Runs the suite on the runtime that runs this file: one JSON line for each check. Nothing ends the process but its end.
import { outbound } from "../../../adapters/outbound.ts";
import { outboundSuite } from "../outbound.ts";

const only = process.argv[2];
for (const { name, run } of outboundSuite(outbound)) {
  if (only && !name.includes(only)) continue;
  const started = performance.now();
  const error = await run().then(
    () => undefined,
    (thrown: unknown) =>
      thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
  );
  console.log(
    JSON.stringify({
      name,
      ms: Math.round(performance.now() - started),
      ...(error ? { error: `${error}`.slice(0, 3000) } : {}),
    }),
  );
}
