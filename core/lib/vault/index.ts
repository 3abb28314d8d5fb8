export {
  createDataKey,
  importMasterKey,
  parseMasterKeyId,
  rewrapDataKey,
  unwrapDataKey,
} from "./data-key.ts";
export { type DataKey, decrypt, type EncryptionContext, encrypt } from "./encrypt.ts";
