const SSL_MODES = ["disable", "require", "verify-ca", "verify-full"];

/** What is wrong with an address of a PostgreSQL database, as the end of a sentence that never repeats it: it may hold a password. */
export function explainInvalidDatabaseUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url)
    return "is no URL: it is postgres://user:password@host:5432/database, with %40 for an @ in the password, %2F for a / and so on";
  if (!/^postgres(ql)?:$/.test(url.protocol))
    return `begins with ${url.protocol}//: it must begin with postgres:// or postgresql://`;
  const mode = url.searchParams.get("sslmode");
  if (mode !== null && !SSL_MODES.includes(mode))
    return `has an sslmode that is not known here: it is ${SSL_MODES.slice(0, -1).join(", ")} or ${SSL_MODES.at(-1)}`;
  if (mode === "verify-ca" && !url.searchParams.has("sslrootcert"))
    return "has sslmode=verify-ca, which needs sslrootcert, the file of the certificate to believe";
  return undefined;
}

/** The database without user and password, for people. */
export function formatDatabaseName(url: URL): string {
  const host = url.host || url.searchParams.get("host");
  return `${decodeURIComponent(url.pathname.slice(1)) || "default"} at ${host || "this machine"}`;
}
