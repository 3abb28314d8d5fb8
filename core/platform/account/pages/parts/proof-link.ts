import { type Html, html } from "../../../../lib/html-page/index.ts";
import type { PageRequest } from "../page-request.ts";

/**
 * Renders a link to sign in again, and from there to a path, after a form that needs it was rejected.
 * People who can confirm it on the spot see the page for that instead.
 */
export const renderProofLink = (
  { problem }: Pick<PageRequest, "problem">,
  path: string,
): Html | false =>
  problem?.code === "proof_required" &&
  html`<p><a class="button" href="/sign-in?${new URLSearchParams({ next: path }).toString()}">Sign in again</a></p>`;
