/**
 * Whether a client has an endpoint, such as `GET /v1/customers/{id}`. Variables match whatever the
 * client has in their place, and vice versa, such as `/users/me` and `/users/{id}`.
 */
export function hasEndpoint(endpoints: readonly string[], endpoint: string): boolean {
  const wanted = normalizeEndpoint(endpoint);
  return endpoints.some((each) => {
    const known = normalizeEndpoint(each);
    return known === wanted || toPattern(wanted).test(known) || toPattern(known).test(wanted);
  });
}

const normalizeEndpoint = (endpoint: string): string =>
  endpoint
    .replace(/\{[^}]*\}/g, "{}")
    .replace(/\.json$/, "")
    .replace(/\/$/, "");

const toPattern = (endpoint: string): RegExp =>
  new RegExp(
    `^${endpoint
      .split("{}")
      .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
      .join("[^/ ]+")}$`,
  );
