import { describe, expect, it } from "vitest";
import { readHtml } from "../index.ts";

const read = (html: string) =>
  readHtml(html, { url: "https://example.com/", format: "markdown" }).content;

describe("a late fragment of a streamed page", () => {
  it("replaces its placeholder", () => {
    expect(
      read(
        '<main><p>One</p><template id="B:0"></template><p>Three</p></main><div hidden id="S:0"><p>Two</p></div>',
      ),
    ).toBe("One\n\nTwo\n\nThree\n");
  });
  it("stays where it is if its placeholder is missing or inside the fragment", () => {
    expect(read('<p>One</p><div hidden id="S:0"><p>Two</p></div>')).toBe("One\n\nTwo\n");
    expect(
      read('<p>One</p><div hidden id="S:0"><p>Two</p><template id="B:0"></template></div>'),
    ).toBe("One\n\nTwo\n");
  });
  it("may contain the placeholder of another fragment", () => {
    expect(
      read(
        '<p>One</p><template id="B:0"></template><p>Four</p><div hidden id="S:1"><p>Three</div><div hidden id="S:0"><p>Two</p><template id="B:1"></template></div>',
      ),
    ).toBe("One\n\nTwo\n\nThree\n\nFour\n");
  });
});
