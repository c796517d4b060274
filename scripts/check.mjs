import { bootstrap } from './lib/bootstrap.mjs';
import { runChecks } from './lib/checks.mjs';

const { failed } = await runChecks(bootstrap());
process.exit(failed === 0 ? 0 : 1);
