import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Problem } from "../../core/index.ts";
import type { Offer } from "../../core/ports/payments.ts";
import { offersOf } from "./products.ts";

/** Where a driver without a catalogue of its own gets its offers from. Throws the `Problem` "payments_unavailable" while they can't be read. */
export interface Products {
  offers(): readonly Offer[];
}

const LARGEST = 8_000_000;

/** The file of the demo shop's products: an example for others. */
export const DEMO_PRODUCTS = fileURLToPath(
  new URL("../content/demo-products.json", import.meta.url),
);

/** The demo shop's products. */
export const demoProducts = (): Products => productsFile(DEMO_PRODUCTS);

/**
 * The products of a file, read again once it has changed. While a change is broken nothing is for sale: a price that is
 * being altered must not be sold at what it was. `tell` hears what is wrong with it, once, and when it is right again.
 */
export function productsFile(
  path: string,
  {
    tell = () => {},
    now = Date.now,
  }: { tell?: (sentence: string) => void; now?: () => number } = {},
): Products {
  let known: { stamp: string; offers: readonly Offer[] } | undefined;
  let told = "";
  return {
    offers() {
      const stamp = stampOf(path, now());
      if (known && stamp && stamp === known.stamp) return known.offers;
      const read = readOffers(path);
      if ("wrong" in read) {
        known = undefined;
        const sentence = `${path}: ${read.wrong.join("; ")}. Nothing is for sale until it is mended.`;
        if (sentence !== told) tell((told = sentence));
        throw new Problem(
          "payments_unavailable",
          "What is for sale can't be read just now; the operator has been told why.",
        );
      }
      if (told) tell(`${path} is right again: ${read.length} products are for sale.`);
      told = "";
      known = { stamp, offers: read };
      return read;
    },
  };
}

/** What a file offers; or all that is wrong with it, as sentences without their end. */
export function readOffers(path: string): readonly Offer[] | { wrong: string[] } {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return { wrong: ["it is no file"] };
    if (stat.size > LARGEST) return { wrong: [`the file is larger than ${LARGEST / 1e6} MB`] };
    return offersOf(readFileSync(path, "utf8"));
  } catch (error) {
    return {
      wrong: [
        (error as NodeJS.ErrnoException).code === "ENOENT"
          ? "there is no such file"
          : `the file can't be read (${(error as NodeJS.ErrnoException).code})`,
      ],
    };
  }
}

/** Changes whenever the file does; empty while it may have changed since within one tick of the file system's clock. */
function stampOf(path: string, now: number): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (!stat || now - Number(stat.mtimeMs) < 2_000) return "";
  return `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
}
