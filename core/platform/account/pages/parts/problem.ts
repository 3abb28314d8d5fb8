import type { Problem } from "../../../../http/problem.ts";
import { type Html, html, renderErrorSummary } from "../../../../lib/html-page/index.ts";

/** Renders why a form was rejected, with links to the fields. */
export function renderProblem({ code, message, hint, errors = [], extensions }: Problem): Html {
  const url = extensions?.connect_url ?? extensions?.reconnect_url;
  if (url !== undefined)
    return html`${renderErrorSummary(message, [], "Connect it, and then run the tool again.")}<p><a class="button" href="${url}">Open the page to connect</a></p>`;
  if (code !== "invalid_input" || errors.length === 0)
    return renderErrorSummary(
      message,
      errors.map((error) => ({ id: fieldOf(error.pointer), message: detailOf(error) })),
      hint,
    );
  return renderErrorSummary(
    errors.length === 1 ? "Check one field." : `Check ${errors.length} fields.`,
    errors.map(({ pointer, ...error }) => {
      const id = fieldOf(pointer);
      return { id, message: `${id.replaceAll("_", " ")}: ${detailOf(error)}` };
    }),
  );
}

/** Returns what is wrong with a field of a rejected form, as a clause. */
export function fieldError(problem: Problem | undefined, id: string): string | undefined {
  const error = problem?.errors?.find(({ pointer }) => fieldOf(pointer) === id);
  return error && detailOf(error).replace(/\.$/, "");
}

const fieldOf = (pointer: string): string => pointer.split("/")[1] ?? "";

const detailOf = (error: { readonly detail: string; readonly detailWithoutValue?: string }) =>
  error.detailWithoutValue ?? error.detail;
