/** A package that ships a documentation as HTML. */
export interface PagePackage {
  readonly from: "npm" | "debian";
  readonly name: string;
  readonly version: string;
  /** Of the package as it is downloaded: `sha512-…` in base64. */
  readonly integrity: string;
  /** What wrote the pages. */
  readonly by: string;
  /** Which files of it are read. */
  readonly files: RegExp;
  /** One of so many of these is read. */
  readonly oneOf?: number;
}

/** The packages whose pages are read, of as many generators as there are. */
export const PACKAGES: readonly PagePackage[] = [
  { from: "npm", name: "npm", version: "10.9.2", by: "cmark", files: /^package\/docs\/output\/.*\.html$/, integrity: "" },
  { from: "npm", name: "rot-js", version: "2.2.0", by: "TypeDoc", files: /^package\/doc\/.*\.html$/, integrity: "" },
  { from: "npm", name: "cannon", version: "0.6.2", by: "YUIDoc", files: /^package\/docs\/(?:classes|modules)\/.*\.html$/, integrity: "" },
  { from: "npm", name: "protobufjs", version: "5.0.3", by: "JSDoc", files: /^package\/docs\/.*(?<!js)\.html$/, integrity: "" },
  { from: "npm", name: "signals", version: "1.0.0", by: "JsDoc Toolkit", files: /^package\/dist\/docs\/(?:[^/]*|symbols\/[^/]*)\.html$/, integrity: "" },
  { from: "npm", name: "paper", version: "0.12.17", by: "its own", files: /^package\/dist\/docs\/classes\/.*\.html$/, integrity: "" },
  { from: "npm", name: "ogg", version: "1.2.6", by: "hand", files: /^package\/deps\/libogg\/doc\/.*\.html$/, integrity: "" },
  { from: "npm", name: "codemirror", version: "3.24.0", by: "hand", files: /^package\/doc\/.*\.html$/, integrity: "" },
  { from: "npm", name: "log4javascript", version: "1.4.16", by: "hand", files: /^log4javascript.*\/docs\/.*\.html$|^package\/docs\/.*\.html$/, integrity: "" },
  { from: "npm", name: "vis", version: "4.21.0", by: "hand", files: /^package\/docs\/.*\.html$/, integrity: "" },
  { from: "npm", name: "dygraphs", version: "2.1.0", by: "hand", files: /^package\/docs\/.*\.html$/, integrity: "" },
  { from: "debian", name: "python-flask-doc", version: "2.2.2-3", by: "Sphinx", files: /\/html\/(?!_).*\.html$/, integrity: "" },
  { from: "debian", name: "python-click-doc", version: "8.1.3-2", by: "Sphinx", files: /\/html\/(?!_).*\.html$/, integrity: "" },
  { from: "debian", name: "debian-faq", version: "11.1", by: "DocBook", files: /\.en\.html$/, integrity: "" },
  { from: "debian", name: "postgresql-doc-15", version: "15.20-0+deb12u1", by: "DocBook", files: /\/html\/.*\.html$/, oneOf: 8, integrity: "" },
  { from: "debian", name: "git-doc", version: "1:2.39.5-0+deb12u3", by: "Asciidoctor", files: /\.html$/, oneOf: 4, integrity: "" },
  { from: "debian", name: "flex-doc", version: "2.6.4-8.2", by: "Texinfo", files: /\/html\/.*\.html$/, oneOf: 4, integrity: "" },
  { from: "debian", name: "python-markdown-doc", version: "3.4.1-2+deb12u1", by: "Python-Markdown", files: /\/docs\/.*\.html$/, integrity: "" },
  { from: "debian", name: "ruby-kramdown", version: "2.4.0-2", by: "RDoc", files: /\/rdoc\/.*\.html$/, integrity: "" },
  { from: "debian", name: "apache2-doc", version: "2.4.71-1~deb12u1", by: "XSLT of its own", files: /\/manual\/en\/.*\.html$/, oneOf: 4, integrity: "" },
];
