// Claims `key_0`, `key_1`, … and prints those that it acquired as a JSON array. Then increments
// `opened` of one checkout. Several of these processes compete. Usage: worker.ts LOCATION KEYS
// INCREMENTS
import process from "node:process";
import { openCheckoutStore } from "../databases.ts";
import { CLAIM_REQUEST, incrementOpened, newCheckout } from "./checkouts.ts";

const [location, keyCount, increments] = process.argv.slice(2);
const { checkoutStore } = await openCheckoutStore(location!);
await checkoutStore.addCheckout(newCheckout);
const acquired: string[] = [];
for (let index = 0; index < Number(keyCount); index++) {
  const { outcome } = await checkoutStore.claim({ ...CLAIM_REQUEST, key: `key_${index}` });
  if (outcome === "acquired") acquired.push(`key_${index}`);
}
await incrementOpened(checkoutStore, Number(increments));
console.log(JSON.stringify(acquired));
await checkoutStore.close();
