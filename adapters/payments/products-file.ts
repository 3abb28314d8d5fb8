import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Offer } from "../../core/ports/payments.ts";
import { Problem } from "../../core/site.ts";
import { parseOffers } from "./products.ts";

/** The products of a payment provider that has no catalog. */
export interface ProductSource {
  /** Throws the `Problem` "payments_unavailable" if the products can't be read. */
  offers(): readonly Offer[];
}

const MAX_FILE_BYTES = 8_000_000;

/** The path of the demo shop's products file. */
const DEMO_PRODUCTS = fileURLToPath(new URL("../content/demo-products.json", import.meta.url));

export const demoProducts = (): ProductSource => createProductsFile(DEMO_PRODUCTS);

/**
 * Reads products from a file, and reads it again when it changes. While the file is invalid, no
 * products are available, because an outdated price must not be sold. `log` receives each problem
 * once, and a message when the file is valid again.
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
        const message = `${path}: ${offers.problems.join("; ")}. No products are available until the file is fixed.`;
        if (message !== lastMessage) log(message);
        lastMessage = message;
        throw new Problem(
          "payments_unavailable",
          "The products file can't be read. The server log contains the reason.",
        );
      }
      if (lastMessage) log(`${path} is valid again. Products: ${offers.length}.`);
      lastMessage = "";
      cached = { stamp, offers };
      return offers;
    },
  };
}

/** Reads the offers of a products file. Returns problems without final periods if it is invalid. */
export function readOffers(path: string): readonly Offer[] | { problems: string[] } {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return { problems: ["it is not a file"] };
    if (stat.size > MAX_FILE_BYTES)
      return { problems: [`the file is larger than ${MAX_FILE_BYTES / 1e6} MB`] };
    return parseOffers(readFileSync(path, "utf8"));
  } catch (error) {
    return {
      problems: [
        (error as NodeJS.ErrnoException).code === "ENOENT"
          ? "the file does not exist"
          : `the file can't be read (${(error as NodeJS.ErrnoException).code})`,
      ],
    };
  }
}

/**
 * Returns a string that changes with the file. It is empty for a file changed in the last 2
 * seconds, because a second change within one tick of the file system's clock would not show.
 */
function readStamp(path: string, now: number): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (!stat || now - Number(stat.mtimeMs) < 2_000) return "";
  return `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
}
