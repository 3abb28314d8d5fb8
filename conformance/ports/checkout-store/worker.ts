// One of several processes that do the same at the same place: claims each of the keys, and adds to one checkout.
import process from "node:process";
import { CLAIM_REQUEST, newCheckout } from "./check.ts";
import { openCheckoutStore } from "./open-checkout-store.ts";

const [location, keys, additions] = process.argv.slice(2);
const { storage } = await openCheckoutStore(location!);
await storage.addCheckout(newCheckout);
const acquired: string[] = [];
for (let each = 0; each < Number(keys); each++) {
  const { outcome } = await storage.claim({ ...CLAIM_REQUEST, key: `key_${each}` });
  if (outcome === "acquired") acquired.push(`key_${each}`);
}
for (let remaining = Number(additions); remaining > 0; ) {
  const { version, ...rest } = (await storage.findCheckout(newCheckout.id))!;
  if (await storage.saveCheckout({ ...rest, opened: rest.opened + 1, version: version + 1 }))
    remaining--;
}
console.log(JSON.stringify(acquired));
await storage.close();
