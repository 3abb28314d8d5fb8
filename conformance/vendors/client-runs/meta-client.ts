import type { Client, LoadPackage, VendorClient } from "./vendor-client.ts";

/** The client of Meta's apps. Their lines name nodes of the Graph API by ID. */
export const META: Pick<
  VendorClient,
  "packages" | "open" | "answer" | "ignoredHeaders" | "ignoredParameters"
> = {
  packages: ["facebook-nodejs-business-sdk"],
  open: (load: LoadPackage): Client => {
    const sdk = load("facebook-nodejs-business-sdk");
    // The catalog pins a version, and the client always sends its own.
    Object.defineProperty(sdk.FacebookAdsApi, "VERSION", { value: "v23.0" });
    sdk.FacebookAdsApi.init("token", "en_US", false);
    return sdk;
  },
  ignoredHeaders: {
    authorization: "The client sends the token as a parameter. Both are documented.",
  },
  ignoredParameters: {
    access_token: "The token of the connection, which tools send as a header.",
    id: "The client repeats the node's ID, which the path has.",
  },
};
