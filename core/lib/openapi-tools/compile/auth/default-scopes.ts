import type { AuthMethod } from "../../app.ts";

const MAX_DEFAULTS = 8;

/**
 * Marks default scopes: at most 8 per method, chosen to make most tools callable. Methods that
 * already have default scopes don't change. `alternatives` has the alternative scope sets of each
 * operation.
 */
export function withDefaultScopes(
  methods: readonly AuthMethod[],
  alternatives: readonly (readonly (readonly string[])[])[],
): AuthMethod[] {
  return methods.map((method) => {
    const scopes = method.scopes ?? [];
    const [first, ...others] = scopes;
    if (!first || scopes.some(({ isDefault }) => isDefault)) return method;
    const chosen = new Set(
      others.length === 0
        ? [first.name]
        : chooseCoveringScopes(new Set(scopes.map(({ name }) => name)), alternatives),
    );
    return {
      ...method,
      scopes: scopes.map((scope) => ({ ...scope, isDefault: chosen.has(scope.name) })),
    };
  });
}

/**
 * Greedily picks scopes. Each step adds the scope that occurs in the most operations that are not
 * callable yet.
 */
function chooseCoveringScopes(
  declared: ReadonlySet<string>,
  operations: readonly (readonly (readonly string[])[])[],
): string[] {
  const chosen: string[] = [];
  let uncovered = operations.filter((alternatives) =>
    alternatives.some((scopes) => scopes.length > 0),
  );
  while (uncovered.length > 0 && chosen.length < MAX_DEFAULTS) {
    const counts = new Map<string, number>();
    for (const alternatives of uncovered)
      for (const scope of new Set(alternatives.flat()))
        if (declared.has(scope)) counts.set(scope, (counts.get(scope) ?? 0) + 1);
    const [best] = [...counts]
      .filter(([scope]) => !chosen.includes(scope))
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    if (!best) break;
    chosen.push(best[0]);
    uncovered = uncovered.filter(
      (alternatives) =>
        !alternatives.some(
          (scopes) => scopes.length > 0 && scopes.every((scope) => chosen.includes(scope)),
        ),
    );
  }
  return chosen;
}
