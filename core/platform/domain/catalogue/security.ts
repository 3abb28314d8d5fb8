import type { AuthMethod, AuthType, Placement } from "../../../ports/apps.ts";
import { followed, listAt, membersOf, objectAt, own } from "./document.ts";
import type { Notes } from "./report.ts";
import { isOAuth, type Part, partsOf } from "./schemes.ts";

/** One alternative of a document's `security`: schemes that are all needed, each with the scopes it takes. */
export type Requirement = readonly (readonly [scheme: string, scopes: readonly string[]])[];

/** The ways in which a document's operations are signed in to. */
export interface Security {
  readonly methods: readonly AuthMethod[];
  /** The ids of the methods that these requirements name; none if they let anyone in. */
  idsOf(requirements: readonly Requirement[] | undefined): readonly string[];
  /** The scopes of the first alternative that has any. */
  scopesOf(requirements: readonly Requirement[] | undefined): readonly string[];
}

/** A `security` member as it stands: undefined where there is none. */
export function requirementsOf(of: unknown): Requirement[] | undefined {
  if (!Array.isArray(own(of, "security"))) return undefined;
  return listAt(of, "security")
    .slice(0, 40)
    .map((one) =>
      membersOf(one)
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

const MOST_METHODS = 8;

/** Reads the ways to sign in of a document whose operations have these requirements. */
export function securityOf(
  document: unknown,
  used: readonly Requirement[],
  notes: Notes,
  tokenEndpoint?: TokenEndpoint,
): Security {
  const schemes = new Map(
    membersOf(schemesOf(document))
      .slice(0, 60)
      .map(([name, scheme]) => [name, followed(document, scheme)]),
  );
  const alternatives =
    used.length > 0 ? used : [...schemes.keys()].map((name): Requirement => [[name, []]]);
  const found = new Map<string, { method: AuthMethod; key: string }>();
  const parts = new Map(
    [...schemes].map(
      ([name, scheme]) => [name, partsOf(name, scheme, notes, tokenEndpoint)] as const,
    ),
  );
  const idsByKey = new Map<string, string[]>();

  for (const requirement of alternatives) {
    const key = keyOf(requirement);
    if (key === "" || idsByKey.has(key)) continue;
    const ids: string[] = [];
    for (const method of combined(requirement, parts)) {
      const same = [...found.values()].find((other) => sameMethod(other.method, method));
      if (same) ids.push(same.method.id);
      else if (found.size < MOST_METHODS) {
        const id = freeId(method.type, found);
        found.set(id, { method: { ...method, id }, key });
        ids.push(id);
      }
    }
    idsByKey.set(key, ids);
  }
  const order: AuthType[] = ["oauth2", "bearer", "api_key", "basic", "sigv4", "oauth2_cc"];
  const methods = [...found.values()]
    .map(({ method }) => method)
    .sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
  return {
    methods,
    idsOf(requirements) {
      if (!requirements || requirements.some((one) => one.length === 0)) return [];
      return [...new Set(requirements.flatMap((one) => idsByKey.get(keyOf(one)) ?? []))];
    },
    scopesOf: (requirements) =>
      requirements
        ?.map((one) =>
          one.flatMap(([scheme, scopes]) => (isOAuth(schemes.get(scheme)) ? scopes : [])),
        )
        .find((scopes) => scopes.length > 0)
        ?.slice(0, 40) ?? [],
  };
}

const keyOf = (requirement: Requirement) =>
  [...new Set(requirement.map(([scheme]) => scheme))].sort().join(" & ");

function schemesOf(document: unknown): unknown {
  return (
    own(objectAt(document, "components"), "securitySchemes") ?? own(document, "securityDefinitions")
  );
}

/** The ways of a requirement: its one whole way to sign in, with the keys that are needed besides. */
function combined(
  requirement: Requirement,
  parts: ReadonlyMap<string, Part[] | "implicit">,
): Omit<AuthMethod, "id">[] {
  const all = requirement.map(([scheme]) => parts.get(scheme) ?? []);
  // Google's documents ask for the implicit flow and for the code flow at once, and mean either.
  const usable = all.filter((part): part is Part[] => part !== "implicit");
  if (usable.length === 0 || usable.some((part) => part.length === 0)) return [];
  const keys = usable
    .filter((part) => part.every(({ type }) => type === "api_key"))
    .map(([part]) => part!);
  const whole = usable.filter((part) => part.some(({ type }) => type !== "api_key"));
  if (whole.length === 0) return [joined(keys[0]!, keys.slice(1))];
  return whole[0]!.map((part) => joined(part, keys));
}

function joined(first: Part, more: readonly Part[]): Omit<AuthMethod, "id"> {
  const placements: Record<string, Placement> = { ...first.placements };
  const fields = [...first.fields];
  for (const { fields: others, placements: places } of more) {
    for (const field of others) {
      if (fields.some(({ name }) => name === field.name)) continue;
      fields.push(field);
      if (places?.[field.name]) placements[field.name] = places[field.name]!;
    }
  }
  return {
    ...first,
    fields,
    ...(Object.keys(placements).length > 0 && { placements }),
    from: "document",
  };
}

function sameMethod(a: AuthMethod, b: Omit<AuthMethod, "id">): boolean {
  return (
    a.type === b.type &&
    JSON.stringify([a.placements, a.oauth, a.fields.map(({ name }) => name)]) ===
      JSON.stringify([b.placements, b.oauth, b.fields.map(({ name }) => name)])
  );
}

function freeId(type: AuthType, taken: ReadonlyMap<string, unknown>): string {
  let id: string = type;
  for (let count = 2; taken.has(id); count += 1) id = `${type}_${count}`;
  return id;
}
