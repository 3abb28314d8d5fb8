/** Fields of API responses that were renamed after 0.1.0. */
const RENAMED_FIELDS: Readonly<Record<string, string>> = {
  auth_id: "auth_method",
  is_default: "default",
  is_own: "own",
};

/** Codes in API responses that were renamed after 0.1.0. A migration renames the stored ones. */
const RENAMED_CODES: Readonly<Record<string, string>> = {
  not_renewable: "not_refreshable",
  renewal_failing: "refresh_failing",
};

/** Converts a response of 0.1.0 to the field names and codes of this version. */
export const withCurrentNames = <Value>(response: Value): Value =>
  JSON.parse(JSON.stringify(response), function (name, value) {
    const newName = RENAMED_FIELDS[name];
    if (newName) this[newName] = value;
    if (newName) return undefined;
    return name === "code" ? (RENAMED_CODES[value] ?? value) : value;
  });

/** Copies an object without the named fields. */
export const without = ({ ...value }: Record<string, any>, ...names: string[]) => {
  for (const name of names) delete value[name];
  return value;
};
