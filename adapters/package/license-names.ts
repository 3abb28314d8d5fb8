/** The SPDX identifiers of licenses that the package may contain. */
const KNOWN_LICENSES: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "PDDL-1.0",
  "Unlicense",
]);

/**
 * Throws unless an SPDX expression consists of known licenses. Somebody must then read the license,
 * and add it to the list or remove what has it.
 */
export function requireKnownLicense(license: unknown, owner: string): void {
  const names = typeof license === "string" ? license.split(/[\s()]+|\b(?:AND|OR)\b/) : [];
  const licenses = names.filter(Boolean);
  const unknown = licenses.find((name) => !KNOWN_LICENSES.has(name));
  if (licenses.length === 0) throw new Error(`${owner} names no license.`);
  if (unknown !== undefined)
    throw new Error(`${owner} has the license "${unknown}", which isn't known to be permitted.`);
}
