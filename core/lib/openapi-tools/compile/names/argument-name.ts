/**
 * Converts a wire name to a property name that models and MCP clients accept: letters, digits, `_`,
 * `.` and `-`, at most 64 characters.
 */
export function toArgumentName(wireName: string): string {
  return (
    wireName
      .replace(/[^A-Za-z0-9_.-]+/g, "_")
      .replace(/^[_.-]+|_+$/g, "")
      .slice(0, 64) || "value"
  );
}
