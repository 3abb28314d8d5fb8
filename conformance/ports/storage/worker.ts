// One of several processes that do the same at the same place: claims each of the keys, and adds to one checkout.
import process from "node:process";
import { asked, begun } from "./check.ts";
import { openPlace } from "./open-place.ts";

const [place, keys, additions] = process.argv.slice(2);
const { storage } = await openPlace(place!);
await storage.addCheckout(begun);
const mine: string[] = [];
for (let each = 0; each < Number(keys); each++) {
  const { outcome } = await storage.claim({ ...asked, key: `key_${each}` });
  if (outcome === "yours") mine.push(`key_${each}`);
}
for (let left = Number(additions); left > 0; ) {
  const { version, ...rest } = (await storage.checkout(begun.id))!;
  if (await storage.saveCheckout({ ...rest, opened: rest.opened + 1, version: version + 1 }))
    left--;
}
console.log(JSON.stringify(mine));
await storage.close();
