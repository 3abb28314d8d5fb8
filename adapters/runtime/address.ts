/**
 * The absolute URL of a request as a web Request has it. Nearly every target is plain already; what has dots, backslashes
 * or odd characters in it is read as the URL standard says.
 */
export function requestUrl(origin: string, target: string): string {
  if (PLAIN.test(target)) return origin + target;
  const absolute = /^https?:\/\//i.test(target) ? target : origin + (target.startsWith("/") ? target : "/");
  return URL.canParse(absolute) ? new URL(absolute).href : `${origin}/`;
}

const PLAIN = /^\/(?:[\w~!$&'()*+,;=:@%/-]|\.(?=\w))*(?:\?[\w~!$&'()*+,;=:@%/?.-]*)?$/;
