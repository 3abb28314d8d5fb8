import type { SiteContext } from "../../case.ts";
import { CLIENT_HEADER } from "../../fixtures/site.ts";
import { signRequest } from "../../signatures/sign.ts";
import type { TestRequest } from "../../targets/target.ts";

/** Returns the origin that requests are signed for. */
export const siteOrigin = ({ info }: SiteContext) => new URL(info.url).origin;

let networkCount = 0;

/** Returns an unused client address, because key directory fetches are limited per network. */
export function newNetwork(): string {
  networkCount += 1;
  return `signer-${process.pid}-${networkCount}-${Math.random()}`;
}

/** Signs a request with the fixture agent's key, from a client address. */
export const signAsAgent = (
  context: SiteContext,
  request: TestRequest,
  client: string = newNetwork(),
): TestRequest => ({
  ...request,
  headers: {
    ...request.headers,
    [CLIENT_HEADER]: client,
    ...signRequest(`${siteOrigin(context)}${request.path}`, {}, request.method),
  },
});
