import packageJson from "../../package.json" with { type: "json" };

/** The version of Jackfield. */
export const VERSION = packageJson.version;
