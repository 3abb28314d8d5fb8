import { rmSync } from "node:fs";
import type { AccountOptions } from "../../core/index.ts";
import { createRate } from "../../core/lib/kit/rate.ts";
import { readAssets } from "../assets/assets.ts";
import { openRateLimit } from "../rate-limit/open.ts";
import type { AccountStores } from "../storage/open.ts";
import { createPasskeyVerifier } from "./passkeys.ts";
import { createPasswordHasher } from "./password-hasher.ts";
import { setupLinkFile } from "./setup-link.ts";

/** How often a network may fail to sign in: 10 times a minute. */
const SIGN_IN_RATE = createRate(10, 60, 10);

/** Opens what the account needs from this machine. */
export const openAccount = async (
  stores: AccountStores,
  {
    databaseUrl,
    dataFolder,
    clientKey,
  }: {
    readonly databaseUrl: string | undefined;
    readonly dataFolder: string;
    readonly clientKey: AccountOptions["clientKey"];
  },
  resources: AsyncDisposableStack,
): Promise<AccountOptions> => ({
  ...stores,
  passkeys: createPasskeyVerifier(),
  passwordHasher: createPasswordHasher(),
  assets: readAssets(),
  signInLimit: await openRateLimit(SIGN_IN_RATE, databaseUrl, resources),
  clientKey,
  onClaimed: () => rmSync(setupLinkFile(dataFolder), { force: true }),
});
