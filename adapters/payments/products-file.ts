import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Problem } from "../../core/index.ts";
import type { Offer } from "../../core/ports/payments.ts";
import { parseOffers } from "./products.ts";

/** Where a driver without a catalog of its own gets its offers from. Throws the `Problem` "payments_unavailable" while they can't be read. */
export interface ProductSource {
  offers(): readonly Offer[];
}

const MAX_FILE_BYTES = 8_000_000;

/** The file of the demo shop's products: an example for others. */
export const DEMO_PRODUCTS = fileURLToPath(
  new URL("../content/demo-products.json", import.meta.url),
);

/** The demo shop's products. */
export const demoProducts = (): ProductSource => createProductsFile(DEMO_PRODUCTS);

/**
 * The products of a file, read again once it has changed. While a change is broken nothing is for sale: a price that is
 * being altered must not be sold at what it was. `tell` hears what is wrong with it, once, and when it is right again.
 */
export function createProductsFile(
  path: string,
  { log = () => {}, now = Date.now }: { log?: (message: string) => void; now?: () => number } = {},
): ProductSource {
  let cached: { stamp: string; offers: readonly Offer[] } | undefined;
  let lastMessage = "";
  return {
    offers() {
      const stamp = readStamp(path, now());
      if (cached && stamp && stamp === cached.stamp) return cached.offers;
      const offers = readOffers(path);
      if ("problems" in offers) {
        cached = undefined;
        const message = `${path}: ${offers.problems.join("; ")}. Nothing is for sale until it is mended.`;
        if (message !== lastMessage) log((lastMessage = message));
        throw new Problem(
          "payments_unavailable",
          "What is for sale can't be read just now; the operator has been told why.",
        );
      }
      if (lastMessage) log(`${path} is right again: ${offers.length} products are for sale.`);
      lastMessage = "";
      cached = { stamp, offers };
      return offers;
    },
  };
}

/** What a file offers; or all that is wrong with it, as sentences without their end. */
export function readOffers(path: string): readonly Offer[] | { problems: string[] } {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return { problems: ["it is no file"] };
    if (stat.size > MAX_FILE_BYTES)
      return { problems: [`the file is larger than ${MAX_FILE_BYTES / 1e6} MB`] };
    return parseOffers(readFileSync(path, "utf8"));
  } catch (error) {
    return {
      problems: [
        (error as NodeJS.ErrnoException).code === "ENOENT"
          ? "there is no such file"
          : `the file can't be read (${(error as NodeJS.ErrnoException).code})`,
      ],
    };
  }
}

/** Changes whenever the file does; empty while it may have changed since within one tick of the file system's clock. */
function readStamp(path: string, now: number): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (!stat || now - Number(stat.mtimeMs) < 2_000) return "";
  return `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
}
