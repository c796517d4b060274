const metrics = 'font-display:swap;ascent-override:94%;descent-override:26%;line-gap-override:0%;';

const face = (family: string, file: string, weight: string, range: string): string =>
  `@font-face{font-family:${family};src:url('/papers/${file}');font-weight:${weight};${metrics}${
    range && `unicode-range:${range}`
  }}`;

/** Dotted vowels and whatever else the files of the screens leave out: a family of its own. */
const rest = 'U+0100-017F,U+0186-0190,U+01C0-0252,U+0254-0256,U+0258-02BC,U+0323,U+1E00-1EFF';

/** Overpass as the papers and public pages load it: only the files that a page has letters of. */
export const fontFaces = [
  face('Overpass', 'overpass.woff2', '400 800', 'U+0000-00FF,U+2010-2026,U+2212'),
  face(
    'Overpass',
    'overpass-ng.woff2',
    '400 800',
    'U+0181,U+018A,U+0198-0199,U+01B3-01B4,U+0253,U+0257,U+20A6',
  ),
  face("'Overpass Rest'", 'overpass-400.ttf', '400', rest),
  face("'Overpass Rest'", 'overpass-600.ttf', '600', rest),
  face("'Overpass Rest'", 'overpass-800.ttf', '800', rest),
  face("'Overpass Mono'", 'overpass-mono.woff2', '400 700', ''),
].join('\n');

/** The families in the order in which a letter is looked for. */
export const fontFamily = "Overpass,'Overpass Rest',system-ui,sans-serif";
