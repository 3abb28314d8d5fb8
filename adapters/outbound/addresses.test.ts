import { describe, expect, it } from "vitest";
import {
  forbiddenAddresses,
  forbiddenHosts,
  publicAddresses,
} from "../../conformance/ports/outbound/spellings.ts";
import { isPublicAddress, isSameAddress } from "./addresses.ts";

describe("isPublicAddress", () => {
  it.each(publicAddresses)("lets %s pass", (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  it.each(forbiddenAddresses)("refuses %j", (address) =>
    expect(isPublicAddress(address)).toBe(false),
  );

  it("refuses every host that the URL parser reads out of a forbidden spelling", () => {
    const hosts = forbiddenHosts.flatMap((host) => URL.parse(`http://${host}/`)?.hostname ?? []);
    expect(hosts.length).toBeGreaterThan(190);
    expect(hosts.filter((host) => isPublicAddress(host.replace(/^\[|\]$/g, "")))).toEqual([]);
  });
});

describe("isSameAddress", () => {
  it("knows an address in another spelling, and nothing that is none", () => {
    expect(isSameAddress("::ffff:1.2.3.4", "1.2.3.4")).toBe(true);
    expect(isSameAddress("2606:4700::1", "2606:4700:0:0::1")).toBe(true);
    expect(isSameAddress("1.2.3.4", "1.2.3.5")).toBe(false);
    expect(isSameAddress("", "")).toBe(false);
  });
});
