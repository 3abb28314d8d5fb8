/** The name of an argument: what models and their tools take as a name of a property. */
export function toArgumentName(wireName: string): string {
  return (
    wireName
      .replace(/[^A-Za-z0-9_.-]+/g, "_")
      .replace(/^[_.-]+|_+$/g, "")
      .slice(0, 64) || "value"
  );
}
