import { spawnSync } from 'node:child_process';

const pictures = 'docs/screens/*.webp';

/** The sentence for pictures that show an older product than the last commit under web/; '' for newer ones. */
export function whyOldPictures(root) {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const lastOf = (path) => git('log', '-1', '--format=%H', '--', path).stdout.trim();
  const [taken, changed] = [lastOf(pictures), lastOf('web')];
  const isOlder =
    taken !== changed && git('merge-base', '--is-ancestor', taken, changed).status === 0;
  return isOlder
    ? `The pictures of docs/screens are older than commit ${changed.slice(0, 8)}, which changed web/: take them anew by npm run generate -- screens, and commit them.`
    : '';
}
