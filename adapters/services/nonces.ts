import type { NonceStore } from "../../core/lib/http-signatures/index.ts";
import type { SiteServiceSettings } from "../config/site-service-settings.ts";
import { openNonceStore } from "../storage/open.ts";

const SWEEP_INTERVAL_MS = 60_000;

/**
 * Opens the nonces of signed requests, which outlive this process and which all processes with the
 * same database share. Resolves to `undefined` if `DATA_DIR` can't be used, because a site needs it
 * for nothing else. Rejects with a `StartupError` if `DATABASE_URL` can't.
 */
export async function openNonces(
  { databaseUrl, dataFolder }: SiteServiceSettings,
  log: (message: string) => void,
): Promise<(NonceStore & { close(): Promise<void> }) | undefined> {
  const opened = openNonceStore({ url: databaseUrl, folder: dataFolder });
  const nonces = await opened.catch((error: unknown) => {
    if (databaseUrl !== undefined) throw error;
    log(
      `Signed requests can be replayed after a restart, because nonces are only in memory. ${(error as Error).message}`,
    );
    return undefined;
  });
  if (!nonces) return undefined;
  const timer = setInterval(() => void nonces.deleteExpired().catch(() => {}), SWEEP_INTERVAL_MS);
  timer.unref();
  return {
    add: nonces.add,
    close() {
      clearInterval(timer);
      return nonces.close();
    },
  };
}
