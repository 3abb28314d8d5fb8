export { importMasterKey, type MasterKey } from "./data-key.ts";
export { createSecretCache } from "./secret-cache.ts";
export {
  openVault,
  rewrapDataKeys,
  SERVICE_ACCOUNT,
  type Vault,
} from "./vault.ts";
export { isVaultFailure, type VaultFailure } from "./vault-failure.ts";
