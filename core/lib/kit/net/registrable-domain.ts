/** Second-level labels under which domains are registered, as in `co.uk`. */
const SECOND_LEVEL_LABELS = new Set(
  "co com org net gov ac edu or ne go gob gouv govt nhs bc".split(" "),
);

/**
 * The registrable domain of a host: `acme.co.uk` for `api.eu.acme.co.uk`. An IP address belongs to
 * no domain and is returned whole, IPv6 in brackets.
 */
export function registrableDomain(host: string): string {
  const name = host.toLowerCase().replace(/(?<=^[^:]*|\]):\d+$/, "");
  if (IPV4.test(name)) return name.replace(/\.$/, "");
  if (name.includes(":")) return name.startsWith("[") ? name : `[${name}]`;
  const labels = name.split(".").filter((label) => label && !/[{}]/.test(label));
  const [second = "", first = ""] = labels.slice(-2);
  const count = labels.length > 2 && first.length === 2 && SECOND_LEVEL_LABELS.has(second) ? 3 : 2;
  return labels.slice(-count).join(".");
}

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}\.?$/;
