// npm run bench -- <word> [arguments]: what is measured. A folder in place of a word measures its lists.
import { runWord } from './lib/words.mjs';

const programs = {
  lists: 'bench/lists.mjs',
  fill: 'bench/fill.mjs',
  write: 'bench/write.mjs',
  live: 'bench/live.mjs',
  export: 'bench/export.mjs',
  reports: 'bench/reports.mjs',
  officers: 'bench/officers.mjs',
  field: 'bench/field.mjs',
  jobs: 'bench/jobs.mjs',
  map: 'bench/map.mjs',
  lighthouse: 'bench/lighthouse.mjs',
  starts: 'bench/starts.mjs',
  cluster: 'bench/cluster.mjs',
  directus: 'bench/directus.mjs',
};
const args = process.argv.slice(2);
const isFolder = args.length > 0 && !Object.hasOwn(programs, args[0]);
process.exitCode = await runWord('bench', programs, isFolder ? ['lists', ...args] : args);
