/** An icon of an MCP server (`Icon` in the MCP schema). */
export interface Icon {
  /** A `data:` URL, so that clients request nothing. */
  readonly src: string;
  readonly mimeType: string;
  /** `WIDTHxHEIGHT` in pixels, or `any`. */
  readonly sizes: readonly string[];
}

/** The icon of both servers, for clients that show SVG and for those that only show PNG. */
export const ICONS: readonly Icon[] = [
  {
    src: "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAyOCAyOCI+PHJlY3Qgd2lkdGg9IjI4IiBoZWlnaHQ9IjI4IiByeD0iOCIgZmlsbD0iIzBiNWQ1NyIvPjxwYXRoIGQ9Ik0xMC41IDUuNXY0LjJNMTcuNSA1LjV2NC4yTTcuNSA5LjdoMTN2Mi42YTYuNSA2LjUgMCAwIDEtMTMgMFpNMTQgMTguOHYzLjciIGZpbGw9Im5vbmUiIHN0cm9rZT0iI2ZmZiIgc3Ryb2tlLXdpZHRoPSIxLjgiIHN0cm9rZS1saW5lY2FwPSJyb3VuZCIgc3Ryb2tlLWxpbmVqb2luPSJyb3VuZCIvPjwvc3ZnPg==",
    mimeType: "image/svg+xml",
    sizes: ["any"],
  },
  {
    src: "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAYAAABXAvmHAAAFHElEQVR4nNSae1BUVRzHv+eyC/tQHiGvlACRHkqtDyxHk9bBLBNxpkmkBjRzeoBMPJzpL2esmXKadCRGKxyzxuAPlZlqCIXGCMqZJjHloVgBkzAMEqAS5C4sr9M5F7gsxOvsY9z9zOze37n3nHt/v3sev3PO76owGykpeh3tiwMh8aBkFQgNIiAL4QQoaCv7awFILXtOsRlePyI/3zRTGTLtldcS5uv6NfsIQTbLNh/3BfovpThkttDDKCzsnSrH/w0wGlXa0MA0CdjPLgfABZBrBvSAuaXzFCoqBq2vSZMz6xYF7SEUR1xFeY7cZCn5lOs2+ZqHdUKXkvgWISSP/SS4GEwnD9ac49WGZe0DtXW/KefHBM3OxI0SJefZCTVcGAoMUEqMvQWnf+HpEQO2b/fUeUn1zMIwuAHMiCbz7Z5HUVJikZuK3lPKdhflOeyth+sf8M7isjR6JhM2EhEYhIvvHUT5gfexyN/f4fmng0o0gx8lTXKSkRkQBBtJWvs0VkQsxurIJXhlXazD808HG5mCue6ShOEk2ME8jUaRvbU6h+efCa67itmyBm4LWaNiHSIYbgrXnQ391BduCted1QDxgpvCdSf6lB10rgVi2Mhx4s29iAoOgTP481Yr9uQdQ3XTzTmXEZrz7Hpmg9OU5zzy4ELsjN0gVEYlkjnA2wfOJsTPTyi/kAHW5JYUo7TqKhzB8ytWImNzvCwP0zm3aBmbDWhsa8PFP27AEUSFjDdLiRCRonC5eb8oQjVwr69PkYN8Hec+gnx8p3zGXBAyoLOnW5ENYeFwFIbwCEXu6P4HIgga0DP+UEcaYHWvdkEDhPrA5cYGRX5oQQB8dPbNJjneWi1C/Rco6UsNDULlhQzgo05H93gz2he/DfbyTsKLitx69w4uNdZDBOFRKOdckSJnbUmAcWk0bGXj4wZkbtmqpI8UF0EUYQPyLpSi5c5tWWZbHfgy7e0JTWCu8OXkydR0Jf1XRztOlv8AUYQNGBgaQvLRHPnICfD2xq8ffISX162f8z2S1xtRefAw/OeN7FhaBgbw6ie5GBy9pwgenobodyFIW1eXXAtbV62W0xq1GgkxT2I5Gw4rblyH2WKZslwgm0vlp2ch44V4eKnHt592f3YU5XXXYAtC0+nJvB73LHJ2Tdzt42+xik2HeWesbKiHp0qFlYsj8dSSh2UDPaTxSqds3pP91Rc4UXYBtmKXAZxt7M3nvZGK+RqtULkukwlpn+fhuyuXYQ92G8DRe3lhtzEOqZs2Iyxg5j3hps4OHCs9h1M/laO3vx/24hADrDGEReA5w3LELl3G9n6i5HOVzAH+/Hsdvq+pQm1zExyJzdPp6ahpvin/uJce8xE1rE8cKvoGzkBi/agZbgrXXWJL+7/hrjDdJWZGNdwVprtEQL+FEzBZOTNzvwXOgOsumXR+Zcyh2D+eTaK0+qq8frjVdRfnq67A4VD0cN3lFbQ+ecfHzJwMuBMUuaaCM5myXzdZhvczZ9ACN4HrynXm8sjEpLDwHgucJfEAGlyc0SBfEteZp5Uw62Dt9RYWwuxkG6bxcGloem/BGcUrTogT8/ir+olo5hfoJh6XhQsxMtCQveaCs8etz0+5DaZNTlrLHMTX9sTOHAlTvo1CemksNmzNlG+ZN6eBmMjj6iFVL1s1xuC+xRDkjz0+NFto4uDps1Puuc++EZmSotcO97EmJbHVN32MlQh13uc2bCSktJU94xo7FpuJpmy2z23+AwAA//9TCk5NAAAABklEQVQDAG+kt+VwslcPAAAAAElFTkSuQmCC",
    mimeType: "image/png",
    sizes: ["48x48"],
  },
];
