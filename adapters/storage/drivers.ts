import { requireValue } from "../../core/lib/kit/require-value.ts";
import type { DatabaseUrls, StorageDriver, StorageLocation } from "./driver.ts";
import { postgresDriver } from "./postgres/driver.ts";
import { sqliteDriver } from "./sqlite/driver.ts";

/** Every driver that opens databases by URL. */
const URL_DRIVERS: readonly (StorageDriver & { readonly urls: DatabaseUrls })[] = [postgresDriver];

/** The driver of a valid location. */
export const driverFor = ({ url }: StorageLocation): StorageDriver =>
  url === undefined
    ? sqliteDriver
    : requireValue(findUrlDriver(new URL(url)), "the driver of a database URL");

const findUrlDriver = ({ protocol }: URL) =>
  URL_DRIVERS.find(({ urls }) => urls.protocols.includes(protocol));

/**
 * Explains why the URL of a database is invalid, as the end of a message that begins with the
 * setting's name. Never repeats the URL, because it may contain a password. Returns undefined for a
 * valid URL.
 */
export function explainInvalidDatabaseUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url)
    return `is not a URL. Use ${URL_DRIVERS.map(({ urls }) => urls.example).join(" or ")}, and percent-encode special characters in the password (%40 for @, %2F for /)`;
  const driver = findUrlDriver(url);
  if (driver) return driver.urls.explainInvalid(url);
  const protocols = URL_DRIVERS.flatMap(({ urls }) => urls.protocols);
  return `begins with ${url.protocol}//. Use ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`;
}

/** Describes the URLs of databases in the help of the setting. */
export const DATABASE_URL_HELP = URL_DRIVERS.map(
  ({ label, urls }) => `A ${label} database to use instead of the file in DATA_DIR: ${urls.help}`,
).join(" ");
