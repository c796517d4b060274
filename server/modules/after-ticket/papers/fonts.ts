import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Papers and public pages fetch their style sheets and fonts from below this path. */
export const stylePath = '/papers';

/** The variable fonts of the screens, as WOFF2. They lack letters that drivers' names have. */
const variableFonts = path.resolve(import.meta.dirname, '../../../../web/assets/fonts');
/** Static fonts as TTF, one for each weight, which PDF needs. Their licence is fonts/OFL.txt. */
const staticFonts = path.join(import.meta.dirname, 'fonts');

/** The font files that a PDF embeds, by the name of the face. */
export const pdfFonts = {
  regular: path.join(staticFonts, 'overpass-400.ttf'),
  semibold: path.join(staticFonts, 'overpass-600.ttf'),
  heavy: path.join(staticFonts, 'overpass-800.ttf'),
  mono: path.join(staticFonts, 'overpass-mono-700.ttf'),
  arabic: path.join(staticFonts, 'noto-naskh-arabic-400.ttf'),
  'arabic heavy': path.join(staticFonts, 'noto-naskh-arabic-700.ttf'),
} as const;

/** The dotted vowels of Yorùbá and Igbo: one font has them with the tone marks over them. */
const dotted = 'U+0300-0304,U+0323,U+1EB8-1EB9,U+1ECA-1ECD,U+1EE4-1EE5';

/** Other Latin letters that the variable fonts lack. */
const furtherLatin =
  'U+0100-017F,U+0186-0190,U+01C0-0252,U+0254-0256,U+0258-02BC,U+0308,U+030C,U+0331,' +
  'U+1E00-1EB7,U+1EBA-1EC9,U+1ECE-1EE3,U+1EE6-1EFF';

const arabic = 'U+0600-06FF,U+0750-077F,U+0870-08FF,U+FB50-FDFF,U+FE70-FEFC';

/** A face without a range is fetched for any letter. */
type PageFace = readonly [family: string, file: string, weight: string, range?: string];
const pageFaces: readonly PageFace[] = [
  ['Overpass', 'overpass.woff2', '400 800', 'U+0000-00FF,U+2010-2026,U+2212'],
  [
    'Overpass',
    'overpass-ng.woff2',
    '400 800',
    'U+0181,U+018A,U+0198-0199,U+01B3-01B4,U+0253,U+0257,U+20A6',
  ],
  ['Overpass', 'overpass-dots.woff2', '400 800', dotted],
  ['Overpass Rest', 'overpass-400.ttf', '400', furtherLatin],
  ['Overpass Rest', 'overpass-600.ttf', '600', furtherLatin],
  ['Overpass Rest', 'overpass-800.ttf', '800', furtherLatin],
  ['Overpass Rest', 'noto-naskh-arabic-400.ttf', '400', arabic],
  ['Overpass Rest', 'noto-naskh-arabic-700.ttf', '600 800', arabic],
  ['Overpass Mono', 'overpass-mono.woff2', '400 700'],
];

/** Every face has the same line box, so that a line with other letters is no taller. */
const lineBox = 'ascent-override:94%;descent-override:26%;line-gap-override:0%';

/** The `@font-face` rules of papers and public pages. A browser fetches only the files that it needs. */
export const fontFaces = pageFaces
  .map(([family, file, weight, range]) => {
    const source = `font-family:'${family}';src:url('${stylePath}/${file}');font-weight:${weight}`;
    const onlyFor = range === undefined ? '' : `unicode-range:${range}`;
    return `@font-face{${source};font-display:swap;${lineBox};${onlyFor}}`;
  })
  .join('\n');

/** A browser takes each letter from the first of these that has it. */
export const fontFamily = "Overpass,'Overpass Rest',system-ui,sans-serif";

/** A style sheet or a font, and the media type that it is sent as. */
export interface StyleFile {
  readonly type: string;
  readonly content: Buffer | string;
}

/** One of the fonts of `fontFaces`; undefined for any other name. */
export async function fontFile(name: string): Promise<StyleFile | undefined> {
  if (!pageFaces.some(([, file]) => file === name)) return undefined;
  const format = path.extname(name).slice(1);
  const content = await readFile(path.join(format === 'ttf' ? staticFonts : variableFonts, name));
  return { type: `font/${format}`, content };
}
