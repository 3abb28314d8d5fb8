/** A page as it was shown. */
export interface BrowserPage {
  readonly status: number;
  readonly url: string;
  readonly html: string;
  readonly headers: Headers;
  /** What a person reads: without tags. */
  readonly text: string;
}

/** A browser without a screen: it keeps cookies by path, follows redirects and refreshes, and sends forms. */
export interface Browser {
  open(url: string): Promise<BrowserPage>;
  /** Fills in and sends the form of a page; `action` picks one by what its action or a field's value contains. */
  submit(
    page: BrowserPage,
    fields?: Readonly<Record<string, string>>,
    options?: { readonly sendForm?: string | undefined },
  ): Promise<BrowserPage>;
  /** Where it was, one after the other. */
  readonly visitedUrls: string[];
  /** Stops before it leaves for another origin, and says where it would go. */
  stopUrl?: string | undefined;
}

interface Cookie {
  readonly origin: string;
  readonly path: string;
  readonly value: string;
}

/** `serves` answers for an origin without a network. */
export function createBrowser(
  handleRequest: Readonly<Record<string, (request: Request) => Promise<Response>>>,
): Browser {
  const jar = new Map<string, Cookie>();
  const visited: string[] = [];
  const browser: Browser = {
    visitedUrls: visited,
    open: (url) => navigate(new URL(url), undefined, "none"),
    async submit(page, fields = {}, { sendForm: expected } = {}) {
      const forms = [...page.html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(
        ([whole, attributes = "", inner = ""]) => ({ whole, attributes, inner }),
      );
      const form = forms.find(({ whole }) => !expected || whole.includes(expected));
      if (!form)
        throw new Error(
          `There is no form${expected ? ` with ${expected}` : ""} on the page ${page.url}: ${page.text.slice(0, 500)}`,
        );
      const action = new URL(
        decodeHtml(/action="([^"]*)"/.exec(form.attributes)?.[1] ?? page.url),
        page.url,
      );
      const values = new URLSearchParams();
      for (const [input] of form.inner.matchAll(/<(?:input|button)\b[^>]*>/g)) {
        const name = /\bname="([^"]*)"/.exec(input)?.[1];
        if (name) values.set(name, decodeHtml(/\bvalue="([^"]*)"/.exec(input)?.[1] ?? ""));
      }
      for (const [name, value] of Object.entries(fields)) values.set(name, value);
      return navigate(action, values, new URL(page.url).origin);
    },
  };

  async function navigate(
    url: URL,
    form: URLSearchParams | undefined,
    from: string,
  ): Promise<BrowserPage> {
    let next = url;
    let body = form;
    for (let hops = 0; hops < 12; hops++) {
      if (browser.stopUrl !== undefined && next.href.startsWith(browser.stopUrl))
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
      const response = await (handleRequest[next.origin] ?? fetch)(request);
      for (const line of response.headers.getSetCookie()) storeCookies(next, line);
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
        next = new URL(decodeHtml(refresh), next);
        body = undefined;
        continue;
      }
      return {
        status: response.status,
        url: next.href,
        html,
        headers: response.headers,
        text: decodeHtml(html.replaceAll(/<style>[\s\S]*?<\/style>|<[^>]+>/g, " "))
          .replaceAll(/\s+/g, " ")
          .trim(),
      };
    }
    throw new Error(`Too many redirects, the last to ${next.origin}.`);
  }

  function storeCookies({ origin, pathname }: URL, line: string): void {
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

const decodeHtml = (html: string): string =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
