import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { theme } from '#web/ui/theme/theme.ts';

const tokens = readFileSync('web/ui/theme/tokens.css', 'utf8');

/** The tokens of a block of the sheet, by name, as written. */
function tokensIn(selector: string): Map<string, string> {
  const from = tokens.lastIndexOf(`\n${selector} {`, tokens.indexOf('@media'));
  const block = tokens.slice(from, tokens.indexOf('\n}', from));
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}

const light = tokensIn(':root');
const dark = new Map([...light, ...tokensIn(":root[data-mantine-color-scheme='dark']")]);

function colourOf(value: string, scheme: ReadonlyMap<string, string>): string {
  const ramp = /^var\(--mantine-color-(\w+)-(\d)\)$/.exec(value);
  if (ramp) return theme.colors?.[ramp[1] ?? '']?.[Number(ramp[2])] ?? value;
  const token = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (token === undefined) return value;
  const named = scheme.get(token);
  if (named === undefined) throw new Error(`--${token} is not a token.`);
  return colourOf(named, scheme);
}

/** Relative luminance, as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [, short] = /^#([0-9a-f]{3})$/i.exec(colour) ?? [];
  const full = short?.replaceAll(/./g, '$&$&') ?? colour.slice(1);
  if (!/^[0-9a-f]{6}$/i.test(full)) throw new Error(`${colour} is no plain colour.`);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, scheme: ReadonlyMap<string, string>): number {
  const [lighter = 0, darker = 0] = [one, other]
    .map((value) => luminance(colourOf(value, scheme)))
    .toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const token = (name: string) => `var(--${name})`;

/** Ink on the plain grounds, which no style sheet pairs explicitly. */
const inks = ['ink', 'ink-2', 'ink-3', 'link', 'ok-ink', 'warn-ink', 'bad-ink', 'soft-ink'];
const grounds = ['canvas', 'surface', 'raised', 'hover'];

/**
 * Left out: colours that a component sets for itself, and panels that let the map shine through.
 */
const isToken = (value: string) =>
  !value.startsWith('var(') || light.get(value.slice(6, -1))?.startsWith('rgb(') === false;

/** A colour of its own, or one for whoever draws it: `--text` on `--ground`, `--words` on `--face`. */
const inkOf = /(?:^|[\s;])(?:color|--text|--words):\s*(var\(--[\w-]+\)|#[0-9a-f]{3,6})\s*;/i;
const groundOf =
  /(?:background(?:-color)?|--ground|--face):\s*(var\(--[\w-]+\)|#[0-9a-f]{3,6})\s*;/i;

/** Every pair that a rule of a style sheet sets itself, before the rules inside it. */
const setTogether = globSync('web/**/*.css').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\{([^{}]*)(?=[{}])/g)].flatMap(([, rule = '']) => {
    const ink = inkOf.exec(rule)?.[1];
    const ground = groundOf.exec(rule)?.[1];
    return ink !== undefined && ground !== undefined && [ink, ground].every(isToken)
      ? [{ ink, ground, file }]
      : [];
  }),
);

const pairs = [
  ...inks.flatMap((ink) =>
    grounds.map((ground) => ({ ink: token(ink), ground: token(ground), file: 'any' })),
  ),
  ...setTogether,
];

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('in the %s theme', (_name, scheme) => {
  test('whatever is written can be read on its ground: 4.5 to 1', () => {
    const faint = pairs
      .map((pair) => ({ ...pair, ratio: contrast(pair.ink, pair.ground, scheme) }))
      .filter(({ ratio }) => ratio < 4.5)
      .map(({ ink, ground, file, ratio }) => `${ink} on ${ground}: ${ratio.toFixed(2)} (${file})`);
    expect(faint).toEqual([]);
  });
});

test('the sheets set dozens of pairs, so that the search finds them', () => {
  expect(setTogether.length).toBeGreaterThan(30);
});
