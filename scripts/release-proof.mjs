// npm run proofs -- release [folder]: makes the release of the last commit twice and compares the bytes; then
// one of a made-up next version with a migration. Both are installed as an operator would, and switched back
// and forth on two servers while people book, and once on a bare Debian by what docs/operations.md has
// typed. The next one restores a backup of the first. Releases that the folder holds are taken as they are.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { bootstrap, command, environment, root } from './lib/bootstrap.mjs';
import { runQuietly } from './lib/processes.mjs';
import { temporaryFolder } from './lib/temporary-folder.mjs';

const node = await bootstrap();
const work = temporaryFolder();
const folder = process.argv[2] ? resolve(process.argv[2]) : join(work, 'releases');
const say = (line) => process.stdout.write(`${line}\n`);
const run = (program, args, cwd) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', env: environment(node) }).trim();

if (!existsSync(folder)) makeReleases();
const args = [command('vitest'), 'run', 'tests/release', '--no-file-parallelism'];
const { ok } = await runQuietly(node, args, {
  env: { RELEASES: folder, TMPDIR: work },
  show: true,
});
process.exitCode = ok ? 0 : 1;

function makeReleases() {
  const [first, second] = ['one', 'two'].map((name) => {
    const checkout = join(work, name);
    run('git', ['clone', '-q', root, checkout], work);
    cpSync(join(root, 'node_modules'), join(checkout, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    return checkout;
  });
  const made = release(first, folder);
  const again = release(second, join(work, 'again'));
  if (made !== again) throw new Error(`Two runs made other bytes: ${made} and ${again}.`);
  say(`Two runs made the same bytes: ${made}`);
  toNextVersion(second);
  release(second, folder);
}

function release(checkout, target) {
  mkdirSync(target, { recursive: true });
  return run(node, ['scripts/build.mjs', 'release', target, '--old-pictures'], checkout)
    .split('\n')
    .at(-1);
}

/** The same product as its next minor version, with a table more. */
function toNextVersion(checkout) {
  const of = (file) => join(checkout, file);
  const text = readFileSync(of('package.json'), 'utf8');
  const { version } = JSON.parse(text);
  const [major, minor] = version.split('.');
  const next = `${major}.${Number(minor) + 1}.0`;
  writeFileSync(of('package.json'), text.replace(`"${version}"`, `"${next}"`));
  appendFileSync(of('CHANGELOG.md'), `\n## ${next} (made up)\n\n- Nothing that anybody sees.\n`);
  const migrations = of('server/db/migrations');
  const had = readdirSync(migrations).filter((name) => name.endsWith('.sql')).length;
  const name = `${String(had + 1).padStart(4, '0')}-made-up.sql`;
  writeFileSync(join(migrations, name), 'create table made_up (id bigint primary key);\n');
  run('git', ['add', '-A'], checkout);
  const who = ['-c', 'user.name=proof', '-c', 'user.email=proof@localhost'];
  run('git', [...who, 'commit', '-qm', 'Make up the next version'], checkout);
}
