import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The libraries that PostgreSQL's package brings: the file of each, and where in it its version
 * stands. Versions of five digits are those of libxml2 and libxslt.
 */
const libraries = [
  {
    name: 'OpenSSL',
    file: /^libcrypto\.so\./,
    version: /OpenSSL (\d+\.\d+\.\d+\w*) /,
    licence: 'OpenSSL',
    text: 'openssl',
  },
  { name: 'ICU', file: /^libicuuc\.so\.\d+\.\d+$/, licence: 'ICU', text: 'icu' },
  {
    name: 'libxml2',
    file: /^libxml2\.so\./,
    version: /(?<!\d)(2\d{4})(?=[-\0])/,
    licence: 'MIT',
    text: 'libxml2',
  },
  {
    name: 'libxslt',
    file: /^libxslt\.so\./,
    version: /(?<!\d)(1\d{4})(?=[-\0])/,
    licence: 'MIT',
    text: 'libxslt',
  },
  {
    name: 'zlib',
    file: /^libz\.so\./,
    version: / deflate (\d+\.\d+[.\d]*) /,
    licence: 'Zlib',
    text: 'zlib',
  },
  {
    name: 'XZ Utils (liblzma)',
    file: /^liblzma\.so\./,
    version: /\0(5\.\d+\.\d+\w*)\0/,
    licence: 'public domain',
  },
];

/** Libraries that nothing of Hanya loads, with what alone loads them. */
const unused = [/^libossp-uuid\./, /^uuid-ossp/];

/** Removes what of PostgreSQL's package nobody uses. */
export function removeUnused(postgres) {
  for (const place of ['lib', 'lib/postgresql', 'share/postgresql/extension']) {
    const folder = join(postgres, 'native', place);
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder))
      if (unused.some((one) => one.test(name))) rmSync(join(folder, name));
  }
}

const ofNumber = (version) =>
  /^\d{5}$/.test(version)
    ? [0, 1, 3].map((at) => Number(version.slice(at, at === 0 ? 1 : at + 2))).join('.')
    : version;

/** PostgreSQL and the libraries in the folder of its package, each with its version and its texts. */
export function partsOfPostgres(postgres, packageVersion, texts) {
  const folder = join(postgres, 'native', 'lib');
  const names = readdirSync(folder);
  const textOf = (name) => readFileSync(join(texts, `${name}.txt`), 'utf8').trim();
  const found = libraries.flatMap(({ name, file, version, licence, text }) => {
    const library = names.find((one) => file.test(one));
    if (library === undefined) return [];
    const said = version
      ? version.exec(readFileSync(join(folder, library), 'latin1'))?.[1]
      : /\d+\.\d+$/.exec(library)?.[0];
    if (said === undefined) throw new Error(`${library} doesn't say which version it is.`);
    return [
      {
        name,
        version: ofNumber(said),
        licence,
        said: [text ? textOf(text) : 'Its author gave it to the public domain.'],
      },
    ];
  });
  const [version = ''] = /^\d+\.\d+/.exec(packageVersion) ?? [];
  const postgresql = { name: 'PostgreSQL', version, licence: 'PostgreSQL' };
  return [{ ...postgresql, said: [textOf('postgresql')] }, ...found];
}

/** Libraries of PostgreSQL's package that no part names. */
export const unnamedLibraries = (postgres) =>
  readdirSync(join(postgres, 'native', 'lib')).filter(
    (name) =>
      /\.so\.\d/.test(name) &&
      !/^lib(?:pq|ecpg|ecpg_compat|pgtypes|ssl|icudata|icui18n|icuuc)\./.test(name) &&
      ![...libraries.map(({ file }) => file), ...unused].some((one) => one.test(name)),
  );

/** libvips and what is built into it, by the list of its package. */
export function partsOfVips(vips, texts) {
  const versions = JSON.parse(readFileSync(join(vips, 'versions.json'), 'utf8'));
  const textOf = (name) => readFileSync(join(texts, `${name}.txt`), 'utf8').trim();
  const notice = [
    'libvips reads and writes pictures here, under the LGPL 3.0 or later, whose texts follow. Its source and that of',
    'the libraries that are built into it: https://github.com/libvips/libvips and https://github.com/lovell/sharp-libvips,',
    'which says how they are built and names the licence of each. It is a file of its own below node_modules/@img:',
    'whoever likes puts another build in its place.',
  ].join('\n');
  return Object.entries(versions).map(([name, version]) =>
    name === 'vips'
      ? {
          name: 'libvips',
          version,
          licence: 'LGPL-3.0-or-later',
          said: [notice, textOf('lgpl-3.0'), textOf('gpl-3.0')],
        }
      : { name: `${name}, inside libvips`, version, licence: 'see sharp-libvips', said: [] },
  );
}

/** What stands in place of a text that a package doesn't bring: whose it is, and where from. */
export function insteadOfText({ author, homepage, repository }) {
  const whose = typeof author === 'object' ? author.name : author;
  const from = homepage ?? (typeof repository === 'object' ? repository.url : repository);
  return `The package brings no text. By ${whose ?? 'its authors'}${from ? `, ${from}` : ''}.`;
}
