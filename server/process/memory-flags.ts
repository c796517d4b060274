// Prints the options that Node needs to start `server/main.ts`, one on each line. With several
// processes it prints none: the first process serves no calls and gives the others their options.
import { readConfig } from '../config/config.ts';
import { memoryFlags } from './memory.ts';

try {
  const { memoryMb, processes } = readConfig(process.env);
  if (processes === 1) process.stdout.write(memoryFlags(memoryMb, processes).join('\n'));
} catch {
  // The server says itself what is wrong with its settings.
}
