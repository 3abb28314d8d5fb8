import { rmSync } from "node:fs";
import type { AccountOptions, IdentityProviderOptions } from "../../core/index.ts";
import { createRate } from "../../core/lib/kit/flow/rate.ts";
import { readAssets } from "../assets/assets.ts";
import type { PlatformSettings } from "../config/settings.ts";
import { createOutbound } from "../outbound/create-outbound.ts";
import { openRateLimit } from "../rate-limit/open.ts";
import { createIdentityProvider } from "../sign-in/identity-provider.ts";
import { createPasskeyVerifier } from "../sign-in/passkeys.ts";
import { createPasswordHasher } from "../sign-in/password-hasher.ts";
import { setupLinkFile } from "../sign-in/setup-link.ts";
import type { AccountStores } from "../storage/open.ts";

/** How often a network may fail to sign in: 10 times a minute. */
const SIGN_IN_RATE = createRate(10, 60, 10);

/**
 * How often a network, or a device that the person has used, may send a wrong password for a name:
 * five times, and then once a minute.
 */
export const PASSWORD_SOURCE_RATE = createRate(60, 3600, 5);

/** How often all networks together may send a wrong password for a name. */
export const PASSWORD_RATE = createRate(120, 3600, 40);
/** How often a network may register an MCP client: at most 20 times in any hour. */
const REGISTRATION_RATE = createRate(10, 3600, 10);

/** Opens what the account needs from this machine. */
export const openAccount = async (
  stores: AccountStores,
  {
    databaseUrl,
    dataFolder,
    clientKey,
    appReader,
    secretsKey,
    identityProvider,
  }: {
    readonly databaseUrl: string | undefined;
    readonly dataFolder: string;
    readonly clientKey: AccountOptions["clientKey"];
    readonly appReader: AccountOptions["appReader"];
    readonly secretsKey?: AccountOptions["secretsKey"];
    readonly identityProvider?: PlatformSettings["identityProvider"];
  },
  resources: AsyncDisposableStack,
): Promise<AccountOptions> => ({
  ...stores,
  passkeys: createPasskeyVerifier(),
  passwordHasher: createPasswordHasher(),
  assets: readAssets(),
  signInLimit: await openRateLimit(SIGN_IN_RATE, databaseUrl, resources),
  passwordLimiters: {
    source: (await openRateLimit(PASSWORD_SOURCE_RATE, databaseUrl, resources)).limiter,
    allNetworks: (await openRateLimit(PASSWORD_RATE, databaseUrl, resources)).limiter,
  },
  registrationLimit: await openRateLimit(REGISTRATION_RATE, databaseUrl, resources),
  clientKey,
  appReader,
  secretsKey,
  ...(identityProvider && {
    identityProvider: openIdentityProvider(identityProvider, resources),
  }),
  onClaimed: () => rmSync(setupLinkFile(dataFolder), { force: true }),
});

/** The operator names the provider, so its origin may have a private address. */
function openIdentityProvider(
  { admits, isOnly, ...settings }: NonNullable<PlatformSettings["identityProvider"]>,
  resources: AsyncDisposableStack,
): IdentityProviderOptions {
  const outbound = createOutbound({ allowedOrigins: [new URL(settings.issuer).origin] });
  resources.defer(() => outbound.close());
  return { provider: createIdentityProvider(settings, outbound), admits, isOnly };
}
