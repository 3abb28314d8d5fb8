import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startOn } from "../../adapters/runtime/start-on.ts";
import { START_FILE } from "../fixtures/program.ts";

/** The demo shop with sandbox payments, served by the program. */
export interface DemoShop {
  readonly url: string;
  /** Creates a checkout and returns its pages: where the buyer pays, and its status. */
  createCheckout(offer: string): Promise<{ readonly payPage: string; readonly statusPage: string }>;
  close(): Promise<void>;
}

export async function startDemoShop(): Promise<DemoShop> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  const program = await startOn("node", [START_FILE], {
    env: { SITE_PORT: "0", PLATFORM: "off", LOG: "off", DATA_DIR: folder },
  });
  const { url } = program;
  return {
    url,
    async createCheckout(offer) {
      const response = await fetch(`${url}/agent/commerce/checkouts`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ offer }),
      });
      const checkout: { id: string; continue_url: string } = JSON.parse(await response.text());
      return { payPage: checkout.continue_url, statusPage: `${url}/checkout/${checkout.id}` };
    },
    async close() {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
