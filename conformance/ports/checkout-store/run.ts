// Runs the suite on the runtime that runs this file: one JSON line for each check. Nothing ends the process but its end.
import { checkoutStoreSuite } from "../checkout-store.ts";
import { postgresDriver, sqliteDriver } from "./drivers.ts";

const [url, only] = process.argv.slice(2);
const driver = url?.startsWith("postgres") ? postgresDriver(url) : sqliteDriver;
for (const { name, run } of checkoutStoreSuite) {
  if (only && !name.includes(only)) continue;
  const started = performance.now();
  const error = await run(driver).then(
    () => undefined,
    (caught: unknown) =>
      caught instanceof Error ? (caught.stack ?? caught.message) : String(caught),
  );
  console.log(
    JSON.stringify({
      name,
      ms: Math.round(performance.now() - started),
      ...(error ? { error: error.slice(0, 3000) } : {}),
    }),
  );
}
