import { totalmem } from 'node:os';

/** MB of this machine, or of its container's limit. */
export function machineMemoryMb(): number {
  const limit = process.constrainedMemory();
  return Math.floor((limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / 2 ** 20);
}

/** MB for one serving process and its share of the database. A machine of 1 GB reports less than 1,024. */
const wantedMb = 900;

/** The default number of serving processes: one for each core, up to four, as far as memory goes. */
export const processesFor = (memoryMb: number, cores: number): number =>
  Math.max(1, Math.min(cores, 4, Math.floor(memoryMb / wantedMb)));

/**
 * Node's options for one of the serving processes that share this memory. Without bounds a process
 * grows to half a gigabyte under load, most of it garbage. With them it answers as quickly.
 */
export function memoryFlags(memoryMb: number, processes: number): readonly string[] {
  const oldSpace = Math.min(320, Math.max(128, Math.floor((memoryMb / processes) * 0.18)));
  return [`--max-old-space-size=${oldSpace}`, `--max-semi-space-size=${oldSpace < 256 ? 4 : 8}`];
}

/** Environment variables that make the C library give freed memory back sooner. */
export const memoryVariables = { MALLOC_ARENA_MAX: '2' };

/** Tells an operator that the processes need more memory; null where there is enough. */
export function whyTooLittle(memoryMb: number, processes: number): string | null {
  if (memoryMb >= wantedMb * processes) return null;
  const instead =
    processes > 1
      ? ' Give Hanya more memory, or set PROCESSES to a lower number.'
      : ' Give Hanya more memory.';
  return `${processes === 1 ? 'One process' : `${processes} processes`} and the database have ${memoryMb} MB of memory, but need ${wantedMb * processes} MB. Under load, Hanya will become slow or stop.${instead}`;
}
