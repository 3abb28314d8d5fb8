import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { md5 } from "./md5.ts";

it.each([0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 1000, 70_000])(
  "equals the MD5 of node:crypto for %i bytes",
  (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 31) % 251);
    expect(Buffer.from(md5(bytes)).toString("hex")).toBe(
      createHash("md5").update(bytes).digest("hex"),
    );
  },
);
