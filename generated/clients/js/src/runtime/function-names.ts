const MAX_LENGTH = 64;

/**
 * Returns the name of a tool as a function name of language models: letters, digits, `_` and `-`, at
 * most 64. `github.issues_create` becomes `github__issues_create`. A name that this would shorten or
 * confuse with another ends in its hash.
 */
export function toFunctionName(tool: string): string {
  const [app = "", ...rest] = tool.split(".");
  const name = `${app}__${rest.join(".")}`;
  const isReversible = !/__|_$/.test(app) && /^[\w-]+__[\w-]+$/.test(name);
  if (isReversible && name.length <= MAX_LENGTH) return name;
  const suffix = `_${hash(tool)}`;
  return name.replaceAll(/[^\w-]/g, "_").slice(0, MAX_LENGTH - suffix.length) + suffix;
}

/** FNV-1a (32 bits) as 8 hexadecimal digits. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  return (value >>> 0).toString(16).padStart(8, "0");
}

/**
 * Returns a name that a model's API accepts, for a property with any name. A name that it refuses
 * gets other characters and ends in its hash.
 */
export function toSafeName(name: string, allowed: RegExp): string {
  if (allowed.test(name)) return name;
  const suffix = `_${hash(name)}`;
  const text = `${/^[a-zA-Z_]/.test(name) ? "" : "_"}${name.replaceAll(/[^a-zA-Z0-9_]/g, "_")}`;
  return text.slice(0, MAX_LENGTH - suffix.length) + suffix;
}
