/** A page as it was shown. */
export interface Page {
  readonly status: number;
  readonly url: string;
  readonly html: string;
  readonly headers: Headers;
  /** What a person reads: without tags. */
  readonly text: string;
}

/** A browser without a screen: it keeps cookies by path, follows redirects and refreshes, and sends forms. */
export interface Browser {
  open(url: string): Promise<Page>;
  /** Fills in and sends the form of a page; `action` picks one by what its action or a field's value contains. */
  submit(
    page: Page,
    fields?: Readonly<Record<string, string>>,
    options?: { readonly form?: string | undefined },
  ): Promise<Page>;
  /** Where it was, one after the other. */
  readonly visited: string[];
  /** Stops before it leaves for another origin, and says where it would go. */
  stopsAt?: string | undefined;
}

interface Cookie {
  readonly origin: string;
  readonly path: string;
  readonly value: string;
}

/** `serves` answers for an origin without a network. */
export function newBrowser(
  serves: Readonly<Record<string, (request: Request) => Promise<Response>>>,
): Browser {
  const jar = new Map<string, Cookie>();
  const visited: string[] = [];
  const browser: Browser = {
    visited,
    open: (url) => go(new URL(url), undefined, "none"),
    async submit(page, fields = {}, { form: wanted } = {}) {
      const forms = [...page.html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(
        ([whole, attributes = "", inner = ""]) => ({ whole, attributes, inner }),
      );
      const form = forms.find(({ whole }) => !wanted || whole.includes(wanted));
      if (!form)
        throw new Error(
          `There is no form${wanted ? ` with ${wanted}` : ""} on the page ${page.url}: ${page.text.slice(0, 500)}`,
        );
      const action = new URL(
        decoded(/action="([^"]*)"/.exec(form.attributes)?.[1] ?? page.url),
        page.url,
      );
      const values = new URLSearchParams();
      for (const [input] of form.inner.matchAll(/<(?:input|button)\b[^>]*>/g)) {
        const name = /\bname="([^"]*)"/.exec(input)?.[1];
        if (name) values.set(name, decoded(/\bvalue="([^"]*)"/.exec(input)?.[1] ?? ""));
      }
      for (const [name, value] of Object.entries(fields)) values.set(name, value);
      return go(action, values, new URL(page.url).origin);
    },
  };

  async function go(url: URL, form: URLSearchParams | undefined, from: string): Promise<Page> {
    let next = url;
    let body = form;
    for (let hops = 0; hops < 12; hops++) {
      if (browser.stopsAt !== undefined && next.href.startsWith(browser.stopsAt))
        return { status: 0, url: next.href, html: "", text: "", headers: new Headers() };
      visited.push(next.href);
      const cookies = [...jar]
        .filter(([, { origin, path }]) => origin === next.origin && next.pathname.startsWith(path))
        .map(([key, { value }]) => `${key.split(" ")[0]}=${value}`);
      const request = new Request(next, {
        method: body ? "POST" : "GET",
        redirect: "manual",
        headers: {
          ...(cookies.length > 0 && { cookie: cookies.join("; ") }),
          ...(body && {
            "content-type": "application/x-www-form-urlencoded",
            "sec-fetch-site": from === next.origin ? "same-origin" : "cross-site",
          }),
        },
        ...(body && { body: body.toString() }),
      });
      const response = await (serves[next.origin] ?? fetch)(request);
      for (const line of response.headers.getSetCookie()) keep(next, line);
      const location = response.headers.get("location");
      if (location && response.status >= 300 && response.status < 400) {
        await response.body?.cancel();
        next = new URL(location, next);
        body = undefined;
        continue;
      }
      const html = await response.text();
      const refresh = /<meta http-equiv="refresh" content="0;url=([^"]*)">/.exec(html)?.[1];
      if (refresh !== undefined) {
        next = new URL(decoded(refresh), next);
        body = undefined;
        continue;
      }
      return {
        status: response.status,
        url: next.href,
        html,
        headers: response.headers,
        text: decoded(html.replaceAll(/<style>[\s\S]*?<\/style>|<[^>]+>/g, " "))
          .replaceAll(/\s+/g, " ")
          .trim(),
      };
    }
    throw new Error(`Too many redirects, the last to ${next.origin}.`);
  }

  function keep({ origin, pathname }: URL, line: string): void {
    const [pair = "", ...attributes] = line.split(/;\s*/);
    const [name = "", value = ""] = pair.split("=", 2);
    const path =
      attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? pathname.replace(/\/[^/]*$/, "");
    if (attributes.some((each) => /^max-age=0$/i.test(each)))
      jar.delete(`${name} ${origin}${path}`);
    else jar.set(`${name} ${origin}${path}`, { origin, path, value });
  }

  return browser;
}

const decoded = (html: string): string =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
