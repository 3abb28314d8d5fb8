import { type Opened, openStorage } from "../../../adapters/storage/open.ts";

/** Opens a place by one word: the address of a database, or a folder. */
export const openPlace = (place: string): Promise<Opened> =>
  openStorage(
    place.startsWith("postgres") ? { url: place, folder: "/nowhere" } : { folder: place },
  );
