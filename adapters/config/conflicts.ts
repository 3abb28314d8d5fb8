import { PROVIDERS } from "../payments/providers.ts";

/** Settings that exclude or require each other. */
interface Conflict {
  readonly name: string;
  /** The rest of the sentence that begins with the name. */
  readonly message: string;
  /** How to resolve it, in the imperative. */
  readonly hint?: string;
}

/** Settings that have no effect without another one. */
const REQUIRED: readonly { readonly name: string; readonly required: string }[] = [
  ...PROVIDERS.flatMap(({ settings, selectedBy }) =>
    Object.keys(settings).map((name) => ({ name, required: selectedBy })),
  ),
  { name: "SITE_SECURITY_POLICY", required: "SITE_SECURITY_CONTACT" },
  { name: "SITE_ORIGIN_HOST", required: "SITE_ORIGIN" },
];

/** Settings of the platform that have no effect without another one. */
const REQUIRED_BY_PLATFORM: typeof REQUIRED = [
  { name: "SIGN_IN_OIDC", required: "SIGN_IN_OIDC_CLIENT" },
  ...["CLIENT", "SECRET", "ALLOW"].map((name) => ({
    name: `SIGN_IN_OIDC_${name}`,
    required: "SIGN_IN_OIDC",
  })),
];

/** Reports settings of the platform that require each other. */
export function findPlatformConflicts(values: Readonly<Record<string, unknown>>): Conflict[] {
  const conflicts = REQUIRED_BY_PLATFORM.filter(
    ({ name, required }) => name in values && !(required in values),
  ).map(({ name, required }) => ({ name, message: `is set, but ${required} is not` }));
  return values["SIGN_IN"] === "oidc" && !("SIGN_IN_OIDC" in values)
    ? [...conflicts, { name: "SIGN_IN", message: "is oidc, but SIGN_IN_OIDC is not set" }]
    : conflicts;
}

/** Reports settings of the site that exclude or require each other. */
export function findConflicts(values: Readonly<Record<string, unknown>>): Conflict[] {
  const conflicts: Conflict[] = [];
  for (const { name, required } of REQUIRED)
    if (name in values && !(required in values))
      conflicts.push({ name, message: `is set, but ${required} is not` });
  const [first, second] = PROVIDERS.filter(({ selectedBy }) => selectedBy in values);
  if (first && second)
    conflicts.push({
      name: first.selectedBy,
      message: `and ${second.selectedBy} are mutually exclusive`,
      hint: "Unset one of them.",
    });
  if ("SITE_ORIGIN" in values && "SITE_CONTENT" in values)
    conflicts.push({
      name: "SITE_ORIGIN",
      message: "and SITE_CONTENT are mutually exclusive",
      hint: "Unset one of them.",
    });
  if ("SITE_ORIGIN" in values && values["SITE_ORIGIN"] === values["SITE_URL"])
    conflicts.push({
      name: "SITE_ORIGIN",
      message: `and SITE_URL are both ${String(values["SITE_ORIGIN"])}, so the reverse proxy would forward to itself`,
    });
  if ("SITE_PRODUCTS" in values && first)
    conflicts.push({
      name: "SITE_PRODUCTS",
      message: `and ${first.selectedBy} are mutually exclusive`,
      hint: `Unset SITE_PRODUCTS to sell your ${first.label} prices, or ${first.selectedBy} to use the sandbox.`,
    });
  return conflicts;
}
