import process from "node:process";

/**
 * The tiers of tests, each with everything of those before it. The README has a table of them.
 * `npm test` runs `standard`, and `.ci/run` runs `ci`.
 */
export const TIERS = ["quick", "standard", "ci", "all"] as const;

export type Tier = (typeof TIERS)[number];

/** The tier of this run, from `TEST_TIER`. */
export const currentTier: Tier =
  TIERS.find((tier) => tier === process.env["TEST_TIER"]) ?? "standard";

/** Returns whether this run includes a tier. */
export const runsTier = (tier: Tier): boolean => TIERS.indexOf(currentTier) >= TIERS.indexOf(tier);

/**
 * The test files of each tier. A file that is listed nowhere belongs to `standard`, or to `quick` if it
 * stands beside the code that it tests.
 */
const FILES: Readonly<Partial<Record<Tier, readonly string[]>>> = {
  quick: [
    "conformance/{conformance,coverage,validator}.test.ts",
    "conformance/project/{borders,commits,docs,folder-size,function-length,layers,order,unused-exports}.test.ts",
  ],
  standard: ["core/lib/page-reader/large-pages.test.ts"],
  ci: [
    "adapters/package/package.test.ts",
    "adapters/runtime/idle-connections.test.ts",
    "conformance/clients/js/{package,readme,types}.test.ts",
    "conformance/project/{add-app,add-operation,add-trigger-kind}.test.ts",
    "conformance/mutations/source-mutations.test.ts",
    "conformance/deploy/{binary,containerfile}.test.ts",
    "conformance/programs/{documented-commands,portable-cases,rolling-upgrade}.test.ts",
    "conformance/clients/{connect,examples,mutations,same-requests,sdk-quickstart,streams}.test.ts",
    "conformance/clients/python/{examples,package,typing,unit}.test.ts",
    "conformance/{agent,browser,fuzz,mcp,races,scanners,vendors}/*.test.ts",
    "conformance/faults/{full-disk-restart,trigger-failures,triggers}.test.ts",
  ],
  all: ["conformance/clients/slow-runs.test.ts", "conformance/faults/faults.test.ts"],
};

/** The glob patterns of the unit tests. Every run includes them. */
export const unitFiles: readonly string[] = ["{spec,core,adapters}/**/*.test.ts"];

/** The glob patterns of the other tests that a run of the current tier includes. */
export const conformanceFiles: readonly string[] =
  currentTier === "quick" ? FILES.quick! : ["conformance/**/*.test.ts"];

/** The glob patterns of the files that belong to later tiers. */
export const excludedFiles: readonly string[] = TIERS.filter((tier) => !runsTier(tier)).flatMap(
  (tier) => FILES[tier] ?? [],
);

/** The glob patterns of files that take long. */
export const slowFiles: readonly string[] = [
  ...FILES.ci!,
  "adapters/runtime/slow-clients.test.ts",
  "conformance/conformance.test.ts",
  "conformance/find/find.test.ts",
  "conformance/properties/properties.test.ts",
  "conformance/ports/**/*.test.ts",
  "conformance/programs/*.test.ts",
  "conformance/reading/round-trip.test.ts",
];
