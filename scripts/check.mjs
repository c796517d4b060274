// npm run check [-- <check> [arguments for it]]: every check, or one by its name, such as budgets.
import { bootstrap, giveUp } from './lib/bootstrap.mjs';
import { checkNames, runCheck, runChecks } from './lib/checks.mjs';

const [name, ...rest] = process.argv.slice(2);
if (name !== undefined && !checkNames.includes(name))
  giveUp(`Use: npm run check [-- ${checkNames.join('|')} [arguments for it]]`);
const node = await bootstrap();
const isGood =
  name === undefined ? (await runChecks(node)).failed === 0 : await runCheck(node, name, rest);
process.exit(isGood ? 0 : 1);
