/** The name of an argument: what models and their tools take as a name of a property. */
export function argumentName(wire: string): string {
  return (
    wire
      .replace(/[^A-Za-z0-9_.-]+/g, "_")
      .replace(/^[_.-]+|_+$/g, "")
      .slice(0, 64) || "value"
  );
}
