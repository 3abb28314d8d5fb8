import { describe, expect, it } from "vitest";
import { isPublicAddress, isSameAddress } from "../../../adapters/outbound/addresses.ts";
import { forbiddenAddresses, forbiddenHosts, publicAddresses } from "./spellings.ts";

describe("isPublicAddress", () => {
  it.each(publicAddresses)("accepts %s", (address) => expect(isPublicAddress(address)).toBe(true));

  it.each(forbiddenAddresses)("rejects %j", (address) =>
    expect(isPublicAddress(address)).toBe(false),
  );

  it("rejects every host that the URL parser creates from a forbidden spelling", () => {
    const hosts = forbiddenHosts.flatMap((host) => URL.parse(`http://${host}/`)?.hostname ?? []);
    expect(hosts.length).toBeGreaterThan(190);
    expect(hosts.filter((host) => isPublicAddress(host.replace(/^\[|\]$/g, "")))).toEqual([]);
  });
});

describe("isSameAddress", () => {
  it("compares addresses in different spellings, and rejects other text", () => {
    expect(isSameAddress("::ffff:1.2.3.4", "1.2.3.4")).toBe(true);
    expect(isSameAddress("2606:4700::1", "2606:4700:0:0::1")).toBe(true);
    expect(isSameAddress("1.2.3.4", "1.2.3.5")).toBe(false);
    expect(isSameAddress("", "")).toBe(false);
  });
});
