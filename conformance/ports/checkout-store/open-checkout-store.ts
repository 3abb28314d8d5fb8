import {
  type OpenedCheckoutStore,
  openCheckoutStore as openStore,
} from "../../../adapters/storage/open.ts";

/** Opens a place by one word: the address of a database, or a folder. */
export const openCheckoutStore = (location: string): Promise<OpenedCheckoutStore> =>
  openStore(
    location.startsWith("postgres") ? { url: location, folder: "/nowhere" } : { folder: location },
  );
