/** Second-level labels under which domains are registered, as in `co.uk`. */
const SECOND_LEVEL_LABELS = new Set(
  "co com org net gov ac edu or ne go gob gouv govt nhs bc".split(" "),
);

/** The registrable domain of a host: `acme.co.uk` for `api.eu.acme.co.uk`. */
export function registrableDomain(host: string): string {
  const labels = host
    .toLowerCase()
    .replace(/:\d+$/, "")
    .split(".")
    .filter((label) => label && !/[{}]/.test(label));
  const count =
    labels.length > 2 && labels.at(-1)!.length === 2 && SECOND_LEVEL_LABELS.has(labels.at(-2)!)
      ? 3
      : 2;
  return labels.slice(-count).join(".");
}
