/**
 * - `unreadable`: a ciphertext was changed, or belongs to another account or context.
 * - `damaged_data_key`: a wrapped data key was changed.
 * - `unknown_master_key`: no available master key encrypted a data key.
 */
type VaultRule = "unreadable" | "damaged_data_key" | "unknown_master_key";

/** The error of the vault. Its message contains no secret. */
export interface VaultFailure extends Error {
  readonly name: "VaultFailure";
  readonly rule: VaultRule;
  /** The IDs of the master keys, for `unknown_master_key`. */
  readonly masterKey?: { readonly expected: string | undefined; readonly current: string };
}

export const vaultFailure = (
  rule: VaultRule,
  message: string,
  details: Pick<VaultFailure, "masterKey"> = {},
): VaultFailure =>
  Object.assign(new Error(message), { name: "VaultFailure" as const, rule, ...details });

export const isVaultFailure = (error: unknown): error is VaultFailure =>
  error instanceof Error && error.name === "VaultFailure";
