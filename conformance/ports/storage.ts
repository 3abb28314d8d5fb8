import type { Storage } from "../../core/ports/storage.ts";
import { checkoutChecks } from "./storage/checkouts.ts";
import { claimChecks } from "./storage/claims.ts";
import { noticeChecks } from "./storage/notices.ts";
import { placeChecks } from "./storage/places.ts";

/** An empty place, opened, and hands on it. */
export interface StorageRig {
  readonly storage: Storage;
  /** Opens the same place once more, as another process does. */
  again(): Promise<Storage>;
  /** Closes whatever was opened and removes the place. */
  close(): Promise<void>;
}

/** Makes an empty place. */
export type StorageDriver = () => Promise<StorageRig>;

/** One observable promise of the port. */
export interface StorageCheck {
  readonly name: string;
  run(driver: StorageDriver): Promise<void>;
}

/** What every driver of the Storage port must do. */
export const storageSuite: readonly StorageCheck[] = [
  ...checkoutChecks,
  ...claimChecks,
  ...noticeChecks,
  ...placeChecks,
];
