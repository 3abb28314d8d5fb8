import { Problem } from "../../../http/problem.ts";
import { seeOther } from "../../../lib/html-page/index.ts";
import { parseOwnTarget } from "../../../lib/kit/net/own-target.ts";
import type { Page, RenderPage } from "../pages/page.ts";
import { accountPage } from "../settings/account-page.ts";
import { PROVIDER_CALLBACK, readState } from "./provider-ceremonies.ts";
import { signInPage } from "./sign-in-page.ts";

const render: RenderPage = async (request) => {
  const { context, query, run } = request;
  const { purpose, next } = readState(query);
  const response = query.toString();
  try {
    if (purpose === "link") {
      await run("addIdentity", { response });
      return seeOther("/account");
    }
    await run("signInWithProvider", { response });
    return seeOther(parseOwnTarget(next, context.origin) ?? "/");
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const page = purpose === "link" && context.visitor ? accountPage : signInPage;
    return page.render({ ...request, problem: error });
  }
};

/** The redirect URI of sign-ins at the identity provider. */
export const providerCallbackPage: Page = { path: PROVIDER_CALLBACK, role: "anyone", render };
