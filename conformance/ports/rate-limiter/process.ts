// One of several processes that count in the same database: asks so often for the same client, at a rate that hardly comes back.
import process from "node:process";
import { createPostgresRateLimiter } from "../../../adapters/rate-limit/postgres.ts";
import { openDatabase } from "../../../adapters/storage/open.ts";

const [url, key, times] = process.argv.slice(2);
const sql = await openDatabase(url!);
const limiter = createPostgresRateLimiter(
  sql,
  { quota: 20, windowSeconds: 86_400, burst: 20 },
  { timeoutMs: 20_000 },
);
let allowedCount = 0;
for (let each = 0; each < Number(times); each++)
  if ((await limiter.take(key!, 1)).allowed) allowedCount++;
console.log(allowedCount);
await sql.close();
