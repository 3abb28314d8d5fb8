import {
  type OpenedCheckoutStore,
  openCheckoutStore as openStore,
} from "../../../adapters/storage/open.ts";
import { toStorageLocation } from "../databases.ts";

/** Opens a checkout store at a PostgreSQL URL or in a folder. */
export const openCheckoutStore = (location: string): Promise<OpenedCheckoutStore> =>
  openStore(toStorageLocation(location));
