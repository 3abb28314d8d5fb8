const SSL_MODES = ["disable", "require", "verify-ca", "verify-full"];

/**
 * Explains why a PostgreSQL URL is invalid, as the end of a message that begins with the setting's
 * name. Never repeats the URL, because it may contain a password. Returns undefined for a valid
 * URL.
 */
export function explainInvalidDatabaseUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url)
    return "is not a URL. Use postgres://user:password@host:5432/database, and percent-encode special characters in the password (%40 for @, %2F for /)";
  if (!/^postgres(ql)?:$/.test(url.protocol))
    return `begins with ${url.protocol}//. Use postgres:// or postgresql://`;
  const mode = url.searchParams.get("sslmode");
  if (mode !== null && !SSL_MODES.includes(mode))
    return `has an unsupported sslmode. Use ${SSL_MODES.slice(0, -1).join(", ")} or ${SSL_MODES.at(-1)}`;
  if (mode === "verify-ca" && !url.searchParams.has("sslrootcert"))
    return "has sslmode=verify-ca without sslrootcert. Set sslrootcert to the file of the CA certificate to trust";
  return undefined;
}

/** Names a database for messages, without user and password. */
export function formatDatabaseName(url: URL): string {
  const host = url.host || url.searchParams.get("host");
  return `${decodeURIComponent(url.pathname.slice(1)) || "default"} at ${host || "this machine"}`;
}
