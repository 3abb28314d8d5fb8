/**
 * Returns whether a path, once decoded, contains dot segments, empty segments, encoded slashes,
 * backslashes or NUL, or can't be decoded.
 */
export function leavesSite(path: string): boolean {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return true;
  }
  return /(^|[/\\])\.\.?([/\\]|$)|[\\\0]|\/\//.test(decoded) || /%2f/i.test(path);
}
