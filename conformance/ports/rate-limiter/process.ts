// Sends requests with one key and prints how many were allowed. Several of these processes share a
// database. The quota refills so slowly that only the burst is available. Usage: process.ts URL KEY
// COUNT
import process from "node:process";
import { createDatabaseRateLimiter } from "../../../adapters/rate-limit/database.ts";
import { openDatabase } from "../../../adapters/storage/open.ts";

const [url, key, count] = process.argv.slice(2);
const sql = await openDatabase(url!);
const limiter = createDatabaseRateLimiter(
  sql,
  sql.dialect.rateLimits!,
  { quota: 20, windowSeconds: 86_400, burst: 20 },
  { timeoutMs: 20_000 },
);
let allowedCount = 0;
for (let index = 0; index < Number(count); index++) {
  const { allowed } = await limiter.take(key!, 1);
  if (allowed) allowedCount += 1;
}
console.log(allowedCount);
await sql.close();
