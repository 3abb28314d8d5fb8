// Records one payment event, then kills itself inside a transaction. Usage: crash.ts LOCATION
import process from "node:process";
import { openCheckoutStore } from "../databases.ts";

const { sql, checkoutStore } = await openCheckoutStore(process.argv[2]!);
await checkoutStore.recordEvent("whole", 1);
await sql.transaction(async ({ query }) => {
  await query("insert into notices (id, keep) values ($1, $2)", ["half", 1]);
  await query("update notices set keep = $1", [2]);
  process.kill(process.pid, "SIGKILL");
  await new Promise((resolve) => setTimeout(resolve, 10_000));
});
