import type { Family } from "../../domain/exposition.ts";
import type { Asked } from "../../http/handler.ts";
import type { Admit } from "../../http/limit.ts";
import type { Respond } from "../../http/router.ts";
import type { Content } from "../../ports/content.ts";
import type { Commerce } from "../checkouts/commerce.ts";
import type { Site } from "../domain/site.ts";
import type { Front } from "./front.ts";
import type { MarkdownForms } from "./markdown-form.ts";

/** What a surface answers from. */
export interface Sources {
  readonly site: Site;
  readonly content: Content;
  /** What every page's Link header says. */
  readonly links: string;
  readonly forms: MarkdownForms;
  /** Holds clients to the rate; nobody is counted by default. */
  readonly admit?: Admit | undefined;
  /** The site that the service stands in front of, if it does. */
  readonly front?: Front | undefined;
  /** What buying needs; none where nothing is for sale. */
  readonly commerce?: Commerce | undefined;
  /** What is counted, and who may see it; no one by default. */
  readonly metrics?: { isOpenTo(asked: Asked): boolean; families(): Family[] } | undefined;
}

/** Something served that is no operation: a document, a page. */
export interface Surface {
  readonly path: string;
  readonly methods: readonly string[];
  /** The media types that it answers in; none where they depend on the content. */
  readonly mediaTypes: readonly string[];
  /** How the site's description links to it; left out where agents have no use for it. */
  readonly link?: { readonly rel: string; readonly title: string };
  /** Set where a site has it whose pages are served here, and not a live one elsewhere. */
  readonly isWithPages?: true;
  /** Set where it is the operator's: before a site it stands under /.jackfield/, for the path may be the site's own. */
  readonly isOperators?: true;
  /** Set where it is there only if something is for sale. */
  readonly isForBuying?: true;
  respond(sources: Sources): Respond;
}

/** Where a surface stands on a site. */
export const pathOf = ({ path, isOperators }: Surface, { isFront }: Site): string => (isFront && isOperators ? `/.jackfield${path}` : path);
