// Loaded into each process of `npm run proofs -- dates` by NODE_OPTIONS: its children get the faked clock
// too, whatever environment tests and product give them. Chromium can't live under it.
import { ChildProcess } from 'node:child_process';
import { basename } from 'node:path';

const { FAKETIME, FAKED_BY: LD_PRELOAD, NODE_OPTIONS } = process.env;
const clock = { FAKETIME, FAKED_BY: LD_PRELOAD, LD_PRELOAD, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
const isBrowser = (file) => /chrom|headless_shell/.test(basename(file));

const { spawn } = ChildProcess.prototype;
ChildProcess.prototype.spawn = function (options) {
  const given = options.envPairs ?? [];
  const kept = given.filter((pair) => !(pair.slice(0, pair.indexOf('=')) in clock));
  const added = isBrowser(options.file) ? {} : clock;
  const pairs = Object.entries(added).map(([name, value]) => `${name}=${value}`);
  const own = kept.find((pair) => pair.startsWith('NODE_OPTIONS='));
  const others = kept.filter((pair) => pair !== own);
  const nodeOptions = own?.includes(NODE_OPTIONS)
    ? own
    : `${own ?? 'NODE_OPTIONS='} ${NODE_OPTIONS}`;
  return spawn.call(this, { ...options, envPairs: [...others, ...pairs, nodeOptions] });
};
