import { expect } from "vitest";
import type { Deployment } from "../deployment.ts";
import { decryptAll, tablesOf } from "../encrypted-values.ts";
import { withCurrentNames, without } from "../response-names.ts";

/** Registers tests of the stored connections and of all stored secrets. */
export function testConnections(deployment: Deployment): void {
  const { it, expected, keyOf } = deployment;

  it("lists connections with every stored field", async () => {
    const { services } = deployment;
    const { body } = await services.platform("GET", "/connections?limit=100", keyOf("laptop"));
    const withoutLinks = (views: any[]) => views.map((view) => without(view, "reconnect_url"));
    expect(withoutLinks(body.data)).toEqual(withoutLinks(withCurrentNames(expected.views)));
    expect(body.data.map(({ label, status }: any) => [label, status])).toEqual([
      ["Signing in to Ember", "pending"],
      ["Signing in to Ferry", "pending"],
      ["Signing in to Quill", "pending"],
      ["Pending", "pending"],
      ["Failing renewal", "active"],
      ["Failed", "failed"],
      ["Expired", "expired"],
      ["Disabled", "disabled"],
      ["Granary sign-in", "active"],
      ["Granary key", "active"],
      ["Ember of 42", "active"],
      ["Ember", "active"],
      ["Drift", "active"],
      ["Cairn", "active"],
      ["Pylon", "active"],
      ["Mosaic of 42", "active"],
      ["Mosaic", "active"],
      ["Larder", "active"],
      ["Beacon", "active"],
      ["Ferry", "active"],
      ["Willow", "active"],
      ["Quill home", "active"],
      ["Quill work", "active"],
    ]);
  });

  it("decrypts every stored secret to its plain text", async () => {
    const { services } = deployment;
    expect(await decryptAll(services)).toEqual(expected.plaintexts);
    expect(Object.keys(expected.plaintexts)).toHaveLength(25);
    const { data_keys: keys } = await tablesOf(services.sql);
    expect(keys!.map(({ account }) => account).sort()).toEqual(["*", "acc_default"]);
  });
}
