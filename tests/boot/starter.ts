import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { smallMemoryMb } from '#tests/support/plain-environment.ts';

// Starts the database of a data folder and then stays, to be killed by the test that started it.
const { appUrl } = await startEmbedded(process.argv[2] ?? '', { databaseMemoryMb: smallMemoryMb });
process.stdout.write(`${appUrl}\n`);
setInterval(() => undefined, 60_000);
