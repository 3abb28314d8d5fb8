// Uses a checkout store in a separate process.
// `process.ts crash LOCATION` records one payment event, then kills itself inside a transaction.
// `process.ts compete LOCATION KEYS INCREMENTS` claims `key_0`, `key_1`, … and prints those that it
// acquired as a JSON array. Then it increments `opened` of one checkout.
import process from "node:process";
import { openCheckoutStore } from "../databases.ts";
import { CLAIM_REQUEST, incrementOpened, newCheckout } from "./checkouts.ts";

const [action, location, keyCount, increments] = process.argv.slice(2);
const { sql, checkoutStore } = await openCheckoutStore(location!);
if (action === "crash") await crash();
await compete(Number(keyCount), Number(increments));
await checkoutStore.close();

async function crash(): Promise<void> {
  await checkoutStore.recordEvent("whole", 1);
  await sql.transaction(async ({ query }) => {
    await query("insert into notices (id, keep) values ($1, $2)", ["half", 1]);
    await query("update notices set keep = $1", [2]);
    process.kill(process.pid, "SIGKILL");
    await new Promise((resolve) => setTimeout(resolve, 10_000));
  });
}

async function compete(keyCount: number, increments: number): Promise<void> {
  await checkoutStore.addCheckout(newCheckout);
  const acquired: string[] = [];
  for (let index = 0; index < keyCount; index++) {
    const { outcome } = await checkoutStore.claim({ ...CLAIM_REQUEST, key: `key_${index}` });
    if (outcome === "acquired") acquired.push(`key_${index}`);
  }
  await incrementOpened(checkoutStore, increments);
  console.log(JSON.stringify(acquired));
}
