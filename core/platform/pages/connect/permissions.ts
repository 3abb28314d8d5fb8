import { type Html, html, renderIcon } from "../../../lib/html-page/index.ts";
import type { AppRecord, AuthMethod } from "../../../lib/openapi-tools/index.ts";
import { scopeLabel } from "./labels.ts";

/** How many permissions are visible. Users open the others. */
const VISIBLE_SCOPES = 8;

/** Lists scopes in words, each with its name. */
export function permissionList(method: AuthMethod | undefined, scopes: readonly string[]): Html {
  const descriptions = new Map(
    method?.scopes?.map(({ name, description }) => [name, description] as const),
  );
  const items = scopes.map((name) => {
    const description = descriptions.get(name);
    return html`<li>${renderIcon("check", 20)}<span>${description ?? scopeLabel(name)}${description !== undefined && html`<code>${name}</code>`}</span></li>`;
  });
  return html`${
    items.length > 0 &&
    html`<ul class="allows">
${items.slice(0, VISIBLE_SCOPES)}
</ul>`
  }
${
  items.length > VISIBLE_SCOPES &&
  html`<details class="more"><summary>Show ${items.length - VISIBLE_SCOPES} more</summary><ul class="allows">
${items.slice(VISIBLE_SCOPES)}
</ul></details>`
}`;
}

/**
 * Describes what programs can do with a connection, by the tools of its method. `limit` is a phrase
 * such as "within these permissions", or empty. With `hasScopes`, it doesn't count tools as usable,
 * because documents rarely say all scopes that allow a tool.
 */
export function describeAccess(
  { name, tools }: Pick<AppRecord, "name" | "tools">,
  { toolCounts }: AuthMethod,
  limit: string,
  { hasScopes = false } = {},
): string {
  const count = toolCounts?.all || tools;
  if (hasScopes && count > 1) {
    const effects =
      toolCounts?.all === toolCounts?.readOnly
        ? describeEffects(toolCounts)
        : "They can read, create, change and delete data";
    return `Programs with an API key of this account can then run those of ${name}’s ${count.toLocaleString("en")} tools that these permissions allow, on your behalf. ${effects}${limit && ` ${limit}`}.`;
  }
  const subject = count === 0 ? `${name}’s tools` : countTools(name, count);
  return `Programs with an API key of this account can then run ${subject} on your behalf. ${describeEffects(toolCounts)}${limit && ` ${limit}`}.`;
}

const countTools = (name: string, count: number) =>
  count === 1 ? `one tool of ${name}` : `any of ${name}’s ${count.toLocaleString("en")} tools`;

function describeEffects(toolCounts: AuthMethod["toolCounts"]): string {
  if (!toolCounts || toolCounts.all === 0) return "They can read, create, change and delete data";
  const { all, readOnly } = toolCounts;
  const changing = all - readOnly;
  const changes =
    changing === 1 ? "can create, change or delete data" : "can create, change and delete data";
  if (changing === 0) return all === 1 ? "It only reads data" : "They only read data";
  if (readOnly === 0) return `${all === 1 ? "It" : "They"} ${changes}`;
  const reading =
    readOnly === 1
      ? "One of them only reads data."
      : `${readOnly.toLocaleString("en")} of them only read data.`;
  return `${reading} ${changing === 1 ? "The other" : "The others"} ${changes}`;
}
