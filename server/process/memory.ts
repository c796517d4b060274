import { totalmem } from 'node:os';

/** MB of this machine, or of its container's limit. */
export function machineMemoryMb(): number {
  const limit = process.constrainedMemory();
  return Math.floor((limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / 2 ** 20);
}

/** MB for one serving process and its share of the database; what is called 1 GB has a little less. */
const wantedMb = 900;

/**
 * The number of processes serve where nobody says so: one for each core, if the memory is there for
 * them.
 */
export const processesFor = (memoryMb: number, cores: number): number =>
  Math.max(1, Math.min(cores, 4, Math.floor(memoryMb / wantedMb)));

/**
 * Node's options for one of so many serving processes that share this memory. Without bounds it
 * grows to half a gigabyte under load, most of it garbage. With them it answers as quickly.
 */
export function memoryFlags(memoryMb: number, processes: number): readonly string[] {
  const oldSpace = Math.min(320, Math.max(128, Math.floor((memoryMb / processes) * 0.18)));
  return [`--max-old-space-size=${oldSpace}`, `--max-semi-space-size=${oldSpace < 256 ? 4 : 8}`];
}

/** Makes the C library give freed memory back sooner. */
export const memoryVariables = { MALLOC_ARENA_MAX: '2' };

/**
 * The sentence for an operator whose memory is too small for the processes; null where there is
 * enough.
 */
export function whyTooLittle(memoryMb: number, processes: number): string | null {
  if (memoryMb >= wantedMb * processes) return null;
  const instead = processes > 1 ? ' Give it more, or set PROCESSES to fewer.' : ' Give it more.';
  return `There are ${memoryMb} MB of memory for ${processes === 1 ? 'one process' : `${processes} processes`} and the database, which need ${wantedMb * processes}: under load it becomes slow or is ended.${instead}`;
}
