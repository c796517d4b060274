// Prints the options of Node for the process of `server/main.ts`, one a line: none where it only starts
// others. For whoever starts it and keeps a channel to it.
import { readConfig } from '../config/config.ts';
import { memoryFlags } from './memory.ts';

try {
  const { memoryMb, processes } = readConfig(process.env);
  if (processes === 1) process.stdout.write(memoryFlags(memoryMb, processes).join('\n'));
} catch {
  // The server says itself what is wrong with its settings.
}
