import { listAt, objectAt, ownEntries, ownValue } from "../../../kit/json/json-access.ts";
import { dereference } from "../../../kit/json/json-pointer.ts";
import type { AuthMethod, AuthType, CredentialPlacement, OAuthScope } from "../../app.ts";
import type { CompileNotes } from "../results/report.ts";
import {
  isOAuth,
  readSchemeMethods,
  type SchemeMethod,
  type TokenEndpoint,
} from "./security-schemes.ts";

/** One alternative in `security`: schemes that are all required, each with its scopes. */
export type Requirement = readonly (readonly [scheme: string, scopes: readonly string[]])[];

/** The authentication methods of a document. */
export interface Security {
  readonly methods: readonly AuthMethod[];
  /**
   * The IDs of the methods that satisfy the requirements. Empty if no authentication is required.
   */
  methodIds(requirements: readonly Requirement[] | undefined): readonly string[];
  /**
   * The scopes of an alternative with OAuth scopes, at most 40: the first one of which all scopes
   * are defaults, or else offered, or else the first one.
   */
  requiredScopes(
    requirements: readonly Requirement[] | undefined,
    offered?: readonly Pick<OAuthScope, "name" | "isDefault">[],
  ): readonly string[];
}

/** The `security` member of a document or an operation, or `undefined` if it has none. */
export function readRequirements(owner: unknown): Requirement[] | undefined {
  if (!Array.isArray(ownValue(owner, "security"))) return undefined;
  return listAt(owner, "security")
    .slice(0, 40)
    .map((requirement) =>
      ownEntries(requirement)
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

const MAX_METHODS = 8;

/**
 * Reads the authentication methods of a document. `used` has the requirements of its operations. If
 * it is empty, each scheme is an alternative.
 */
export function readSecurity(
  document: unknown,
  used: readonly Requirement[],
  notes: CompileNotes,
  tokenEndpoint?: TokenEndpoint,
): Security {
  const schemes = new Map(
    ownEntries(declaredSchemes(document))
      .slice(0, 60)
      .map(([name, scheme]) => [name, dereference(document, scheme)]),
  );
  const alternatives =
    used.length > 0 ? used : [...schemes.keys()].map((name): Requirement => [[name, []]]);
  const methodsById = new Map<string, AuthMethod>();
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
      const existing = [...methodsById.values()].find((other) => isSameMethod(other, method));
      if (existing) ids.push(existing.id);
      else if (methodsById.size < MAX_METHODS) {
        const id = uniqueId(method.type, methodsById);
        methodsById.set(id, { ...method, id });
        ids.push(id);
      }
    }
    idsByKey.set(key, ids);
  }
  const order: AuthType[] = ["oauth2", "bearer", "api_key", "basic", "sigv4", "oauth2_cc"];
  const methods = [...methodsById.values()].sort(
    (a, b) => order.indexOf(a.type) - order.indexOf(b.type),
  );
  return {
    methods,
    methodIds(requirements) {
      if (!requirements || requirements.some((requirement) => requirement.length === 0)) return [];
      return [
        ...new Set(
          requirements.flatMap((requirement) => idsByKey.get(requirementKey(requirement)) ?? []),
        ),
      ];
    },
    requiredScopes(requirements = [], offered = []) {
      const alternatives = requirements
        .map((requirement) =>
          requirement.flatMap(([scheme, scopes]) => (isOAuth(schemes.get(scheme)) ? scopes : [])),
        )
        .filter((scopes) => scopes.length > 0);
      const withAll = (names: ReadonlySet<string>) =>
        alternatives.find((scopes) => scopes.every((scope) => names.has(scope)));
      const defaults = offered.filter(({ isDefault }) => isDefault);
      const chosen =
        withAll(new Set(defaults.map(({ name }) => name))) ??
        withAll(new Set(offered.map(({ name }) => name))) ??
        alternatives[0];
      return [...new Set(chosen)].slice(0, 40);
    },
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

/**
 * The methods that satisfy a requirement: its first complete scheme, combined with the API keys
 * that it also requires.
 */
function combineSchemes(
  requirement: Requirement,
  schemeMethods: ReadonlyMap<string, SchemeMethod[] | "implicit">,
): Omit<AuthMethod, "id">[] {
  const all = requirement.map(([scheme]) => schemeMethods.get(scheme) ?? []);
  // Some documents require the implicit and the code flow together, although either one is
  // enough.
  const usable = all.filter(
    (alternatives): alternatives is SchemeMethod[] => alternatives !== "implicit",
  );
  if (usable.length === 0 || usable.some((alternatives) => alternatives.length === 0)) return [];
  const keys = usable
    .filter((alternatives) => alternatives.every(({ type }) => type === "api_key"))
    .flatMap((alternatives) => alternatives.slice(0, 1));
  const complete = usable.find((alternatives) =>
    alternatives.some(({ type }) => type !== "api_key"),
  );
  if (complete) return complete.map((method) => mergeMethods(method, keys));
  const [first, ...others] = keys;
  return first ? [mergeMethods(first, others)] : [];
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
      const placement = otherPlacements?.[field.name];
      if (placement) placements[field.name] = placement;
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
