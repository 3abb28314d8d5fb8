import type { AuthMethod, AuthType, CredentialPlacement } from "../../../ports/apps.ts";
import { listAt, objectAt, ownEntries, ownValue, resolveReference } from "./json-access.ts";
import type { CompileNotes } from "./report.ts";
import { isOAuth, readSchemeMethods, type SchemeMethod } from "./security-schemes.ts";

/** One alternative of a document's `security`: schemes that are all needed, each with the scopes it takes. */
export type Requirement = readonly (readonly [scheme: string, scopes: readonly string[]])[];

/** The ways in which a document's operations are signed in to. */
export interface Security {
  readonly methods: readonly AuthMethod[];
  /** The ids of the methods that these requirements name; none if they let anyone in. */
  methodIds(requirements: readonly Requirement[] | undefined): readonly string[];
  /** The scopes of the first alternative that has any. */
  requiredScopes(requirements: readonly Requirement[] | undefined): readonly string[];
}

/** A `security` member as it stands: undefined where there is none. */
export function readRequirements(owner: unknown): Requirement[] | undefined {
  if (!Array.isArray(ownValue(owner, "security"))) return undefined;
  return listAt(owner, "security")
    .slice(0, 40)
    .map((one) =>
      ownEntries(one)
        .slice(0, 12)
        .map(
          ([scheme, scopes]) =>
            [
              scheme,
              Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === "string") : [],
            ] as const,
        ),
    );
}

/** Where a token endpoint is found for sign-ins whose document names none (OAuth 2.0's implicit flow). */
export type TokenEndpoint = (
  authorizationUrl: string,
) => { readonly authorizationUrl?: string | undefined; readonly tokenUrl: string } | undefined;

const MAX_METHODS = 8;

/** Reads the ways to sign in of a document whose operations have these requirements. */
export function readSecurity(
  document: unknown,
  used: readonly Requirement[],
  notes: CompileNotes,
  tokenEndpoint?: TokenEndpoint,
): Security {
  const schemes = new Map(
    ownEntries(declaredSchemes(document))
      .slice(0, 60)
      .map(([name, scheme]) => [name, resolveReference(document, scheme)]),
  );
  const alternatives =
    used.length > 0 ? used : [...schemes.keys()].map((name): Requirement => [[name, []]]);
  const methodsById = new Map<string, { method: AuthMethod; key: string }>();
  const schemeMethods = new Map(
    [...schemes].map(
      ([name, scheme]) => [name, readSchemeMethods(name, scheme, notes, tokenEndpoint)] as const,
    ),
  );
  const idsByKey = new Map<string, string[]>();

  for (const requirement of alternatives) {
    const key = requirementKey(requirement);
    if (key === "" || idsByKey.has(key)) continue;
    const ids: string[] = [];
    for (const method of combineSchemes(requirement, schemeMethods)) {
      const existing = [...methodsById.values()].find((other) =>
        isSameMethod(other.method, method),
      );
      if (existing) ids.push(existing.method.id);
      else if (methodsById.size < MAX_METHODS) {
        const id = uniqueId(method.type, methodsById);
        methodsById.set(id, { method: { ...method, id }, key });
        ids.push(id);
      }
    }
    idsByKey.set(key, ids);
  }
  const order: AuthType[] = ["oauth2", "bearer", "api_key", "basic", "sigv4", "oauth2_cc"];
  const methods = [...methodsById.values()]
    .map(({ method }) => method)
    .sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
  return {
    methods,
    methodIds(requirements) {
      if (!requirements || requirements.some((one) => one.length === 0)) return [];
      return [...new Set(requirements.flatMap((one) => idsByKey.get(requirementKey(one)) ?? []))];
    },
    requiredScopes: (requirements) =>
      requirements
        ?.map((one) =>
          one.flatMap(([scheme, scopes]) => (isOAuth(schemes.get(scheme)) ? scopes : [])),
        )
        .find((scopes) => scopes.length > 0)
        ?.slice(0, 40) ?? [],
  };
}

const requirementKey = (requirement: Requirement) =>
  [...new Set(requirement.map(([scheme]) => scheme))].sort().join(" & ");

function declaredSchemes(document: unknown): unknown {
  return (
    ownValue(objectAt(document, "components"), "securitySchemes") ??
    ownValue(document, "securityDefinitions")
  );
}

/** The ways of a requirement: its one whole way to sign in, with the keys that are needed besides. */
function combineSchemes(
  requirement: Requirement,
  schemeMethods: ReadonlyMap<string, SchemeMethod[] | "implicit">,
): Omit<AuthMethod, "id">[] {
  const all = requirement.map(([scheme]) => schemeMethods.get(scheme) ?? []);
  // Google's documents ask for the implicit flow and for the code flow at once, and mean either.
  const usable = all.filter(
    (alternatives): alternatives is SchemeMethod[] => alternatives !== "implicit",
  );
  if (usable.length === 0 || usable.some((alternatives) => alternatives.length === 0)) return [];
  const keys = usable
    .filter((alternatives) => alternatives.every(({ type }) => type === "api_key"))
    .map(([alternatives]) => alternatives!);
  const whole = usable.filter((alternatives) =>
    alternatives.some(({ type }) => type !== "api_key"),
  );
  if (whole.length === 0) return [mergeMethods(keys[0]!, keys.slice(1))];
  return whole[0]!.map((alternatives) => mergeMethods(alternatives, keys));
}

function mergeMethods(
  main: SchemeMethod,
  additional: readonly SchemeMethod[],
): Omit<AuthMethod, "id"> {
  const placements: Record<string, CredentialPlacement> = { ...main.placements };
  const fields = [...main.fields];
  for (const { fields: otherFields, placements: otherPlacements } of additional) {
    for (const field of otherFields) {
      if (fields.some(({ name }) => name === field.name)) continue;
      fields.push(field);
      if (otherPlacements?.[field.name]) placements[field.name] = otherPlacements[field.name]!;
    }
  }
  return {
    ...main,
    fields,
    ...(Object.keys(placements).length > 0 && { placements }),
    from: "document",
  };
}

function isSameMethod(a: AuthMethod, b: Omit<AuthMethod, "id">): boolean {
  return (
    a.type === b.type &&
    JSON.stringify([a.placements, a.oauth, a.fields.map(({ name }) => name)]) ===
      JSON.stringify([b.placements, b.oauth, b.fields.map(({ name }) => name)])
  );
}

function uniqueId(type: AuthType, taken: ReadonlyMap<string, unknown>): string {
  let id: string = type;
  for (let count = 2; taken.has(id); count += 1) id = `${type}_${count}`;
  return id;
}
