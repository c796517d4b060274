// npm run generate -- <word> [arguments]: what is written from something else.
import { runWord } from './lib/words.mjs';

const programs = {
  tables: 'scripts/tables.mjs',
  configuration: 'scripts/configuration.mjs',
  acts: 'scripts/acts.mjs',
  screens: 'scripts/screens.mjs',
  sentences: 'scripts/sentences.mjs',
  languages: 'scripts/languages.mjs',
};
process.exitCode = await runWord('generate', programs, process.argv.slice(2));
