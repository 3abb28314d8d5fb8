/** Settings that were renamed, by their former names. Each aborts startup with its new name. */
export const FORMER_NAMES: Readonly<Record<string, string>> = {
  CATALOGUE_DIR: "CATALOG_DIR",
  STAND_INS: "APP_OVERRIDES",
  RATE_LIMIT_REFUSED: "RATE_LIMIT_UNAUTHENTICATED",
};
