import type { ConnectionDeps } from "../connection-deps.ts";
import {
  type ActiveLink,
  type LinkState,
  type MethodChoice,
  resolveLink,
} from "./connect-links.ts";
import type { ConnectStep } from "./connect-step.ts";
import { submitConnectForm } from "./submit-connect-form.ts";
import { hasContextField, submitContextForm } from "./submit-context-form.ts";

/** A visit to the page of a connect link. */
interface LinkVisit {
  readonly token: string;
  /** The value of the browser's cookie. `undefined` if it sent none. */
  readonly browser: string | undefined;
  /** The network of the browser, for the audit log. */
  readonly network?: string | undefined;
  /** The ID of the requested method. */
  readonly method?: string | null | undefined;
  /** The submitted form. `undefined` if the page is only shown. */
  readonly form?: ReadonlyMap<string, string> | undefined;
}

/** Carries out a visit to a connect link, and returns what is next. Rejects with a `Problem`. */
export async function advanceLink(deps: ConnectionDeps, visit: LinkVisit): Promise<ConnectStep> {
  const state = await resolveLink(deps, visit.token, visit.browser);
  if (state.kind === "unusable")
    return {
      step: "problem",
      problem: state.reason,
      appName: state.appName,
      returnUrl: state.returnUrl,
    };
  if (state.kind === "done") return showConnected(deps, state, visit);
  return visit.form
    ? submitCredentials(deps, state, { ...visit, form: visit.form })
    : { step: "form", link: state, choice: chooseMethod(state, visit.method) };
}

async function showConnected(
  deps: ConnectionDeps,
  state: Extract<LinkState, { readonly kind: "done" }>,
  { form, network }: LinkVisit,
): Promise<ConnectStep> {
  const { app, stored, returnUrl } = state;
  // The form of the credentials may have been submitted twice.
  if (!form || !hasContextField(form)) return { step: "connected", app, stored, returnUrl };
  const chosen = await submitContextForm(deps, state, { form, network });
  return chosen
    ? { step: "done", app, stored: chosen, returnUrl }
    : { step: "problem", problem: "revoked", appName: app.record.name };
}

async function submitCredentials(
  deps: ConnectionDeps,
  link: ActiveLink,
  { form, browser, network }: LinkVisit & { readonly form: ReadonlyMap<string, string> },
): Promise<ConnectStep> {
  const { app } = link;
  const { returnUrl } = link.link;
  const appName = app.record.name;
  if (browser === undefined)
    return { step: "problem", problem: "cookies_blocked", appName, returnUrl, canRetry: true };
  const choice = chooseMethod(link, form.get("method"));
  if (!choice?.isConfigured) return { step: "form", link, choice };
  return submitConnectForm(deps, link, { choice, form, browser, network });
}

/** Returns the requested method, or else the first configured one. */
function chooseMethod(
  { choices }: ActiveLink,
  id: string | null | undefined,
): MethodChoice | undefined {
  return (
    choices.find(({ method }) => method.id === id) ??
    choices.find(({ isConfigured }) => isConfigured) ??
    choices[0]
  );
}
