import { rolldown } from "rolldown";

/** Bundles a module with everything that it imports into one, for pages and workers. */
export async function bundleModule(input: string): Promise<string> {
  const bundle = await rolldown({ input, platform: "browser" });
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
  await bundle.close();
  return output[0].code;
}
