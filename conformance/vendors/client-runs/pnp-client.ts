import type { Client, LoadPackage, VendorClient } from "./vendor-client.ts";

/** The client of the apps OneDrive and Excel. `open` returns the user's drive. */
export const PNP: Pick<VendorClient, "packages" | "open" | "ignoredHeaders"> = {
  packages: ["@pnp/graph", "@pnp/core", "@pnp/queryable"],
  open: (load: LoadPackage): Client => {
    const { DefaultHeaders, DefaultInit, graphfi } = load("@pnp/graph");
    const { BrowserFetch, DefaultParse, InjectHeaders } = load("@pnp/queryable");
    for (const name of ["users", "files", "workbooks"]) load(`@pnp/graph/${name}/index.js`);
    const behaviors = [
      DefaultInit(),
      DefaultHeaders(),
      BrowserFetch(),
      DefaultParse(),
      InjectHeaders({ Authorization: "Bearer token" }),
    ];
    return graphfi().using(...behaviors).me.drive;
  },
  ignoredHeaders: { sdkversion: "The client's own.", "x-pnpjs-requestid": "The client's own." },
};
