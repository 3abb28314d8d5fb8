/** A package that contains HTML documentation. */
export interface PagePackage {
  readonly registry: "npm" | "debian";
  readonly name: string;
  readonly version: string;
  /** The SHA-512 digest of the downloaded package: `sha512-` and base64. */
  readonly integrity: string;
  /** The program that generated the pages. */
  readonly generator: string;
  /** Matches the names of the pages to read. */
  readonly files: RegExp;
  /** Reads only every nth of these pages. */
  readonly sampleEvery?: number;
}

/** The packages to read, chosen to cover many generators. */
export const PACKAGES: readonly PagePackage[] = [
  {
    registry: "npm",
    name: "npm",
    version: "10.9.2",
    generator: "cmark",
    sampleEvery: 2,
    files: /^package\/docs\/output\/.*\.html$/,
    integrity:
      "sha512-iriPEPIkoMYUy3F6f3wwSZAU93E0Eg6cHwIR6jzzOXWSy+SD/rOODEs74cVONHKSx2obXtuUoyidVEhISrisgQ==",
  },
  {
    registry: "npm",
    name: "rot-js",
    version: "2.2.0",
    generator: "TypeDoc",
    sampleEvery: 3,
    files: /^package\/doc\/.*\.html$/,
    integrity:
      "sha512-DlqvRiOl3LnwTuActd+nMcj9tt9uycPaDezb2bJVDqXMdPJ2dkO3daJ5c/q+fYcKvIY9P5FUl9Tp24llClUFig==",
  },
  {
    registry: "npm",
    name: "cannon",
    version: "0.6.2",
    generator: "YUIDoc",
    sampleEvery: 2,
    files: /^package\/docs\/(?:classes|modules)\/.*\.html$/,
    integrity:
      "sha512-n/7wWSXr8KOSvjad2x0fJHgpMepKjOKi+NdSnjfYyijoDBZnp4JQKgPcpv28jlXoWM+N9zVYU09J0A6Qxx+Y7w==",
  },
  {
    registry: "npm",
    name: "protobufjs",
    version: "5.0.3",
    generator: "JSDoc",
    files: /^package\/docs\/.*(?<!js)\.html$/,
    integrity:
      "sha512-55Kcx1MhPZX0zTbVosMQEO5R6/rikNXd9b6RQK4KSPcrSIIwoXTtebIczUrXlwaSrbz4x8XUVThGPob1n8I4QA==",
  },
  {
    registry: "npm",
    name: "signals",
    version: "1.0.0",
    generator: "JsDoc Toolkit",
    files: /^package\/dist\/docs\/(?:[^/]*|symbols\/[^/]*)\.html$/,
    integrity:
      "sha512-dE3lBiqgrgIvpGHYBy6/kiYKfh0HXRmbg0ocakBKiOefbal6ZeTtNlQlxsu9ADkNzv5OmRwRKu+IaTPSqJdZDg==",
  },
  {
    registry: "npm",
    name: "paper",
    version: "0.12.17",
    generator: "a custom generator",
    sampleEvery: 2,
    files: /^package\/dist\/docs\/classes\/.*\.html$/,
    integrity:
      "sha512-oCe+e1C2w8hKIcGoAqUjD0GGxGPv+itrRXlEFUmp3H8tY/NTnHOkYgpJFPGw6OJ8Q1Wa6+RgzlY7Dx/2WWHtkA==",
  },
  {
    registry: "npm",
    name: "ogg",
    version: "1.2.6",
    generator: "handwritten",
    files: /^package\/deps\/libogg\/doc\/.*\.html$/,
    integrity:
      "sha512-5TXXQJbECkxkwfJkXSUdl09gbFdv/K/fTS0YqrWGWiHVXiaCoiUZ3EB8RtBYyXSWc0eKkEbUAh4Wic8st7MbFA==",
  },
  {
    registry: "npm",
    name: "codemirror",
    version: "3.24.0",
    generator: "handwritten",
    files: /^package\/doc\/.*\.html$/,
    integrity:
      "sha512-AjjkY7IoYDZvrF58xM4UCAJjzl3Mn/I+8zvNU5XmM/tnuVxtvYlTl6hY8Iy70SPItZ/UGEY23Wk5NRsNhuNLhQ==",
  },
  {
    registry: "npm",
    name: "log4javascript",
    version: "1.4.16",
    generator: "handwritten",
    files: /^package\/docs\/.*\.html$/,
    integrity:
      "sha512-LaKmdz/+Ix/np+LNrh0hi3dapZUzQ80EGQ6AqnHja5YZVLQ/++rjJbABJ96IICHDsnlsn7hGx1hfMIuUt0vjog==",
  },
  {
    registry: "npm",
    name: "vis",
    version: "4.21.0",
    generator: "handwritten",
    files: /^package\/docs\/.*\.html$/,
    integrity:
      "sha512-jonDXTGm2mFU/X6Kg9pvkZEQtXh2J6+NlDJD1tDP7TDCFy+qNeKlsTcXKQtv4nAtUIiKo6sphCt4kbRlEKw75A==",
  },
  {
    registry: "npm",
    name: "dygraphs",
    version: "2.1.0",
    generator: "handwritten",
    files: /^package\/docs\/.*\.html$/,
    integrity:
      "sha512-9HolkIiAwqymYen/kqIVVtE5bkRVoyCNnStbczLL+Xr/OuZlO0tc/8K7PiVkEob3212uLNmnzWC57TSSwpuvdw==",
  },
  {
    registry: "debian",
    name: "python-flask-doc",
    version: "2.2.2-3",
    generator: "Sphinx",
    sampleEvery: 3,
    files: /\/html\/(?!_).*\.html$/,
    integrity:
      "sha512-ocBzsPmOxd1nRf3eincFqUwvURythMoVE2B0Op+GXk9LuwfVHmZ4TyFbFOJHukgjhGkupEbZ3PbRw0jweppgHQ==",
  },
  {
    registry: "debian",
    name: "python-click-doc",
    version: "8.1.3-2",
    generator: "Sphinx",
    sampleEvery: 2,
    files: /\/html\/(?!_).*\.html$/,
    integrity:
      "sha512-XuYQiAptBFpO8LQmOHVeDSU9EPPjJ7UwHZd5Msm4L+96UUwayqP4nEccpZOXE8YEJOJZdTmElMJMvzRZases8g==",
  },
  {
    registry: "debian",
    name: "debian-faq",
    version: "11.1",
    generator: "DocBook",
    files: /\.en\.html$/,
    integrity:
      "sha512-d7WUZXV9hqQtmv2L3tqdx0NvSF6AMUFsGojDY0hoaudJUOs663lGb6El8XK8p+DkZKUsOAxpjadpH739NV11fA==",
  },
  {
    registry: "debian",
    name: "postgresql-doc-15",
    version: "15.20-0+deb12u1",
    generator: "DocBook",
    sampleEvery: 16,
    files: /\/html\/.*\.html$/,
    integrity:
      "sha512-xD/iflFpIQWA4hyq9LwIgxcMViTZrXtm/5o/YnLroESe9hn4RRb/0dPtHp9wuqn0hpBykfuVd727dHQTPAeGPw==",
  },
  {
    registry: "debian",
    name: "git-doc",
    version: "1:2.39.5-0+deb12u3",
    generator: "Asciidoctor",
    sampleEvery: 12,
    files: /\.html$/,
    integrity:
      "sha512-qM1hA+2fj2y2Ot9LIkFx17QK7LlP34ro0CcDF0U/b+lrbSw4jDiF3/uQ10pvaoZVPaAsJppt0NicH3r+0e+USA==",
  },
  {
    registry: "debian",
    name: "flex-doc",
    version: "2.6.4-8.2",
    generator: "Texinfo",
    sampleEvery: 4,
    files: /\/html\/.*\.html$/,
    integrity:
      "sha512-DeooQICpvFZ1ntD1yUhkTNFBr4GGHIgv/5QOqrH273Q5HVGpcDUQ8yg95RG4zS22sEeQ1vSB0Lrv20cXdXulhw==",
  },
  {
    registry: "debian",
    name: "python-markdown-doc",
    version: "3.4.1-2+deb12u1",
    generator: "Python-Markdown",
    sampleEvery: 2,
    files: /\/docs\/.*\.html$/,
    integrity:
      "sha512-E7dVte7WMtaqxr3aRC5p2pZRw980XxOGpII3+0t8xxeCarQpoBDbKFNimgyKHci6VDuCNoCM0/y7H9MUkgzD0w==",
  },
  {
    registry: "debian",
    name: "ruby-kramdown",
    version: "2.4.0-2",
    generator: "RDoc",
    files: /\/rdoc\/.*\.html$/,
    integrity:
      "sha512-00py6EDGWpJ6V6NRJreewLDO4vaWY/3z6hN8w+35DrTwC8bHF9IIRLtO4ek+0+aJhD2o7ceTNEAsCNjnnnCC1A==",
  },
  {
    registry: "debian",
    name: "apache2-doc",
    version: "2.4.71-1~deb12u1",
    generator: "custom XSLT",
    sampleEvery: 8,
    files: /\/manual\/en\/.*\.html$/,
    integrity:
      "sha512-3DEQt8B1cQlARMTBpAUjrj1znIYakVptsZ0N8vnz8wwLdjJMFUkHa/SpWo46/8uzZPV2yhhO9AarPxlOS4TAZA==",
  },
];
