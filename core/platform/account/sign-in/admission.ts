import type { ProviderClaims } from "../../../ports/identity-provider.ts";

/**
 * Whether a person may become a member by signing in. A rule is `@studio.example`, for a verified
 * email address of exactly this domain, or `group:staff`.
 */
export const isAdmitted = (
  { email, groups }: Pick<ProviderClaims, "email" | "groups">,
  rules: readonly string[],
): boolean =>
  rules.some((rule) =>
    rule.startsWith("@")
      ? email?.slice(email.lastIndexOf("@")).toLowerCase() === rule.toLowerCase()
      : groups.includes(rule.slice("group:".length)),
  );
