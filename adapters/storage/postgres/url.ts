import type { DatabaseUrls } from "../driver.ts";

const SSL_MODES = ["disable", "require", "verify-ca", "verify-full"];

export const POSTGRES_URLS: DatabaseUrls = {
  protocols: ["postgres:", "postgresql:"],
  example: "postgres://user:password@host:5432/database",
  help: "postgres://user:password@host/name. Add ?sslmode=verify-full for TLS.",
  explainInvalid({ searchParams }) {
    const mode = searchParams.get("sslmode");
    if (mode !== null && !SSL_MODES.includes(mode))
      return `has an unsupported sslmode. Use ${SSL_MODES.slice(0, -1).join(", ")} or ${SSL_MODES.at(-1)}`;
    if (mode === "verify-ca" && !searchParams.has("sslrootcert"))
      return "has sslmode=verify-ca without sslrootcert. Set sslrootcert to the file of the CA certificate to trust";
    return undefined;
  },
};

/** Names a database for messages, without user and password. */
export function formatDatabaseName(url: URL): string {
  const host = url.host || url.searchParams.get("host");
  return `${decodeURIComponent(url.pathname.slice(1)) || "default"} at ${host || "this machine"}`;
}
