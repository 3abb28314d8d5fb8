import { describe, expect, it } from "vitest";
import { readHtml } from "./index.ts";

const read = (html: string) =>
  readHtml(html, { url: "https://example.com/", format: "markdown" }).content;

describe("a late part of a streamed page", () => {
  it("is read where its place is", () => {
    expect(
      read(
        '<main><p>One</p><template id="B:0"></template><p>Three</p></main><div hidden id="S:0"><p>Two</p></div>',
      ),
    ).toBe("One\n\nTwo\n\nThree\n");
  });
  it("is read where it stands if it has no place, or one in itself", () => {
    expect(read('<p>One</p><div hidden id="S:0"><p>Two</p></div>')).toBe("One\n\nTwo\n");
    expect(
      read('<p>One</p><div hidden id="S:0"><p>Two</p><template id="B:0"></template></div>'),
    ).toBe("One\n\nTwo\n");
  });
  it("may hold the place of another", () => {
    expect(
      read(
        '<p>One</p><template id="B:0"></template><p>Four</p><div hidden id="S:1"><p>Three</div><div hidden id="S:0"><p>Two</p><template id="B:1"></template></div>',
      ),
    ).toBe("One\n\nTwo\n\nThree\n\nFour\n");
  });
});
