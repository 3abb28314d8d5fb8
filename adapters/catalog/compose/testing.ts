import { InvalidInputError } from "../../../core/lib/kit/input-error.ts";
import { APP_COMPOSERS } from "../app-index.ts";
import { loadComposer } from "../composers.ts";

/** Composes a body with the first composer of this name. */
export async function compose(name: string, args: Record<string, unknown>) {
  for (const slug of Object.keys(APP_COMPOSERS)) {
    const composer = await loadComposer(slug, name);
    if (!composer) continue;
    const { type, content, headers } = composer.compose(args);
    return { body: content, headers: { "content-type": type, ...headers } };
  }
  throw new Error(`No app has the composer ${name}.`);
}

/** Composes a body that is JSON. */
export const composeJson = async (name: string, args: Record<string, unknown>): Promise<unknown> =>
  JSON.parse(String((await compose(name, args)).body));

/**
 * Returns the pointer and the rule of the error that a promise rejects with, or `undefined` if it
 * resolves.
 */
export const catchInputError = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof InvalidInputError)) throw error;
      return { pointer: error.error.pointer, rule: error.error.rule };
    },
  );
