import type { HtmlNode } from "../../parse/tree.ts";

/** A formula in TeX. A block formula stands on its own line. */
export interface Formula {
  readonly tex: string;
  readonly isBlock: boolean;
}

const TEX_TYPE = /^\s*math\/tex\s*(?:;\s*(mode\s*=\s*display)?|$)/i;

/** The formula of a script that MathJax 2 reads, or undefined. */
export function scriptFormula({ tag, attributes, firstChild }: HtmlNode): Formula | undefined {
  if (tag.name !== "script" || attributes?.type === undefined) return undefined;
  const match = TEX_TYPE.exec(attributes.type);
  return match ? { tex: firstChild?.text ?? "", isBlock: match[1] !== undefined } : undefined;
}

/** Classes of elements with TeX that a script renders: Pandoc, Sphinx, Arithmatex, MathJax. */
const TEX_CLASS = /(?:^|\s)(?:math|arithmatex|tex2jax_process|mathjax_process)(?:\s|$)/;
const DELIMITED = /^\s*\\(?:\((.+)\\\)|\[(.+)\\\])\s*$/s;

/** The formula of a text that a script renders, or undefined. */
export function textFormula(text: string, parent: HtmlNode | undefined): Formula | undefined {
  const className = parent?.attributes?.class;
  if (className === undefined || !/[\\^_{]/.test(text) || !TEX_CLASS.test(className.slice(0, 300)))
    return undefined;
  const [, inlineTex, blockTex] = DELIMITED.exec(text) ?? [];
  const tex = inlineTex ?? blockTex;
  if (tex !== undefined) return { tex, isBlock: blockTex !== undefined };
  // Pandoc leaves out the delimiters for KaTeX.
  const isPandoc = /\smath (?:inline|display)\s/.test(` ${className} `) && /[\\^_{]/.test(text);
  const isWhole = parent!.firstChild === parent!.lastChild;
  return isPandoc && isWhole ? { tex: text, isBlock: className.includes("display") } : undefined;
}

/** Hides how MathJax 2 shows formulas whose TeX is in scripts beside them. */
interface RenderedFormulas {
  observe(node: HtmlNode): void;
  /** Hides the elements. Call it when the whole page is parsed. */
  finish(): void;
}

const RENDERED_CLASS = /(?:^|\s)(?:MathJax(?:_\w+)?|mjx-chtml)(?:\s|$)/;

export function createRenderedFormulas(): RenderedFormulas {
  const rendered: HtmlNode[] = [];
  let hasScripts = false;
  return {
    observe(node) {
      if (scriptFormula(node)) hasScripts = true;
      else if (RENDERED_CLASS.test(node.attributes?.class?.slice(0, 300) ?? ""))
        rendered.push(node);
    },
    finish() {
      if (hasScripts) for (const node of rendered) node.hidden = true;
    },
  };
}
