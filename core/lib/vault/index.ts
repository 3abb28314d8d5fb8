export { importMasterKey, type MasterKey } from "./data-key.ts";
export type { EncryptionContext } from "./encrypt.ts";
export { createSecretCache, type SecretCache } from "./secret-cache.ts";
export {
  openVault,
  type RewrapOptions,
  rewrapDataKeys,
  SERVICE_ACCOUNT,
  type Vault,
  type VaultOptions,
} from "./vault.ts";
export { isVaultFailure, type VaultFailure } from "./vault-failure.ts";
