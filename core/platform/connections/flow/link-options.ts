import { Problem } from "../../../http/problem.ts";
import { editDistance } from "../../../lib/kit/text/find-nearest.ts";
import type { AppRecord, AuthMethod } from "../../../lib/openapi-tools/index.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import type { LinkOptions } from "../connection-service.ts";
import type { ResolvedApp } from "../resolved-app.ts";
import { notConfiguredProblem } from "./oauth-clients.ts";
import { isConfigured } from "./operator-clients.ts";

/** Throws the `Problem` "return_url_refused" if the deployment does not allow the return URL. */
export function requireAllowedReturnUrl(
  deps: Pick<ConnectionDeps, "isAllowedReturnUrl">,
  { returnUrl }: LinkOptions,
): void {
  if (returnUrl === undefined || deps.isAllowedReturnUrl(returnUrl)) return;
  const origin = URL.parse(returnUrl)?.origin ?? returnUrl.slice(0, 100);
  throw new Problem("return_url_refused", `return_url is not allowed: "${origin}".`, {
    hint: "Use an allowed origin, or ask the operator of this service to add it to PLATFORM_RETURN_ORIGINS.",
    errors: [{ pointer: "/return_url", detail: "The origin is not allowed." }],
  });
}

/**
 * Checks that an app can be connected with the requested method, or with any method if none is
 * requested. Rejects with the `Problem` "method_not_offered" or "app_not_configured".
 */
export async function requireOfferedMethod(
  deps: ConnectionDeps,
  app: ResolvedApp,
  account: string,
  requestedMethod: string | undefined,
): Promise<void> {
  const { record } = app;
  const offered = record.methods.filter(
    ({ id }) => requestedMethod === undefined || id === requestedMethod,
  );
  if (offered.length === 0) throw methodNotOfferedProblem(record, requestedMethod);
  const configured = await Promise.all(
    offered.map((method) => isConfigured(deps, app, account, method)),
  );
  if (!configured.includes(true)) throw notConfiguredProblem(app, offered[0], deps);
}

function methodNotOfferedProblem(
  { name, methods }: AppRecord,
  requestedMethod: string | undefined,
): Problem {
  const errors = [
    { pointer: "/auth_method", detail: "The app does not support this authentication method." },
  ];
  if (methods.length === 0)
    return new Problem("method_not_offered", `${name} has no known authentication method.`, {
      hint: "Choose another app. Users can't connect this one.",
      errors,
    });
  return new Problem(
    "method_not_offered",
    `${name} does not support the authentication method "${requestedMethod}".`,
    { hint: `Set auth_method to one of: ${methods.map(({ id }) => id).join(", ")}.`, errors },
  );
}

/** Throws the `Problem` "invalid_input" for a scope that violates RFC 6749, section 3.3. */
export function requireValidScopes(scopes: readonly string[] | undefined): void {
  const isInvalid = (scope: string) => !/^[\x21\x23-\x5b\x5d-\x7e]{1,300}$/.test(scope);
  const invalid = [...(scopes ?? []).entries()].find(([, scope]) => isInvalid(scope));
  if (!invalid) return;
  const [invalidIndex, text] = invalid;
  const scope = JSON.stringify(text.slice(0, 100));
  throw new Problem("invalid_input", `scopes/${invalidIndex}: ${scope} is not a valid scope.`, {
    hint: "Use visible ASCII characters without spaces, double quotes or backslashes.",
    errors: [
      {
        pointer: `/scopes/${invalidIndex}`,
        detail:
          "A scope is 1 to 300 visible ASCII characters without spaces, double quotes or backslashes.",
      },
    ],
  });
}

/**
 * Throws the `Problem` "invalid_input" for a scope that is one typing error away from a scope of an
 * app's methods. Apps have more scopes than their documents list, so others are sent as they are.
 */
export function requireSpelledScopes(
  methods: readonly AuthMethod[],
  scopes: readonly string[] | undefined,
): void {
  const names = methods.flatMap(({ scopes: known = [] }) => known.map(({ name }) => name));
  for (const [index, scope] of (scopes ?? []).entries()) {
    if (names.includes(scope)) continue;
    const meant = names.find((name) => isTypingError(scope, name));
    if (meant === undefined) continue;
    throw new Problem("invalid_input", `scopes/${index}: Unknown scope "${scope}".`, {
      hint: `Did you mean ${meant}?`,
      errors: [{ pointer: `/scopes/${index}`, detail: `Did you mean ${meant}?` }],
    });
  }
}

/** Short scopes differ by one letter on purpose, and so do singular and plural. */
const isTypingError = (scope: string, name: string): boolean =>
  name.length >= 4 &&
  scope.length <= 300 &&
  !`${scope}s`.includes(name) &&
  !`${name}s`.includes(scope) &&
  Math.abs(scope.length - name.length) <= 1 &&
  editDistance(scope.toLowerCase(), name.toLowerCase()) <= 1;
