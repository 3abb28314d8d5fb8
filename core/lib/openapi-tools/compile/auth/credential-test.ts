import { listAt } from "../../../kit/json/json-access.ts";
import type { CredentialTest } from "../../app.ts";
import type { ToolRecord } from "../../tool-record.ts";

/**
 * Chooses the request that shows whether credentials for an app work: the one that the overlay
 * names, or else one for the caller itself, such as `GET /users/me`. `undefined` if there is none.
 */
export function chooseCredentialTest(
  slug: string,
  tools: readonly ToolRecord[],
  named: CredentialTest | null | undefined,
): CredentialTest | undefined {
  if (named === null) return undefined;
  if (named) {
    const name = `${slug}.${named.tool}`;
    return tools.some((tool) => tool.name === name) ? { ...named, tool: name } : undefined;
  }
  const [best] = tools
    .filter(isForCaller)
    .flatMap(({ name, binding }) => (binding ? [{ name, path: binding.path }] : []))
    .sort((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
  return best && { tool: best.name };
}

/** Names of the caller, as a path segment without punctuation. */
const CALLER = /^(me|whoami|self|myself|user|viewer|currentuser|userinfo)$/;

/**
 * Path segments that may stand before a name of the caller. After others, such as in `/orders/me`
 * or `/customers/me`, valid credentials of another kind may be rejected.
 */
const CONTEXT = /^(api|rest|meta|auth|public|v?[0-9]+(\.[0-9]+)*|users?|people|agents|members?)$/;

function isForCaller({ binding, annotations, auth, input }: ToolRecord): boolean {
  if (binding?.method !== "GET" || !annotations.readOnly || auth.length === 0) return false;
  if (listAt(input, "required").length > 0) return false;
  const segments = binding.path.toLowerCase().split("/").filter(Boolean);
  const last = segments
    .pop()
    ?.replace(/\.json$/, "")
    .replaceAll(/[-_.@]/g, "");
  if (last === undefined || !segments.every((segment) => CONTEXT.test(segment))) return false;
  return CALLER.test(last) || (last === "current" && /^users?$/.test(segments.at(-1) ?? ""));
}
