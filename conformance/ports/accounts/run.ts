// Runs the suite on the runtime that runs this file: one JSON line for each check. Nothing ends the process but its end.
import { accountsSuite } from "../accounts.ts";
import { postgresDriver, sqliteDriver } from "./drivers.ts";

const [url, only] = process.argv.slice(2);
const driver = url?.startsWith("postgres") ? postgresDriver(url) : sqliteDriver;
for (const { name, run } of accountsSuite) {
  if (only && !name.includes(only)) continue;
  const started = performance.now();
  const error = await run(driver).then(
    () => undefined,
    (thrown: unknown) =>
      thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
  );
  console.log(
    JSON.stringify({
      name,
      ms: Math.round(performance.now() - started),
      ...(error ? { error: error.slice(0, 3000) } : {}),
    }),
  );
}
