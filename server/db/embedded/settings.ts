import { machineMemoryMb } from '#server/process/memory.ts';
import type { Home } from './home.ts';

/**
 * The database itself keeps pages in a quarter of the memory, so that the indexes in daily use fit.
 * It gains little from more, and the system's cache and the server's processes need theirs. Both
 * caches together hold three quarters, by which PostgreSQL weighs an index.
 */
export const memorySettings = (memoryMb: number): readonly (readonly [string, string])[] => [
  ['shared_buffers', `${Math.min(4_096, Math.max(128, Math.floor(memoryMb / 4)))}MB`],
  ['effective_cache_size', `${Math.max(256, Math.floor((memoryMb * 3) / 4))}MB`],
];

/**
 * The settings of the embedded PostgreSQL, for a machine with two cores. Durability (`fsync`,
 * `full_page_writes`, `synchronous_commit`) keeps PostgreSQL's defaults: all on.
 */
export function settings(
  port: number,
  { logs, archive, memoryMb = machineMemoryMb() }: Pick<Home, 'logs' | 'archive' | 'memoryMb'>,
): readonly (readonly [string, string])[] {
  return [
    ['listen_addresses', '127.0.0.1'],
    ['port', String(port)],
    // The path of a Unix socket may be too long for the system, and nothing here uses one.
    ['unix_socket_directories', ''],
    // A serving process has at most 20.
    ['max_connections', '350'],
    ...memorySettings(memoryMb),
    ['work_mem', '8MB'],
    ['maintenance_work_mem', '64MB'],
    ['max_wal_size', '1GB'],
    ['checkpoint_timeout', '15min'],
    ['random_page_cost', '1.1'],
    ['max_parallel_workers_per_gather', '1'],
    ['max_worker_processes', '4'],
    // A search of what is in no memory asks the disk for many pages at once.
    ['io_workers', '8'],
    ['effective_io_concurrency', '32'],
    ['autovacuum_naptime', '30s'],
    ['jit', 'off'],
    ['timezone', 'UTC'],
    ['log_timezone', 'UTC'],
    // One log file for each day of the week, overwritten a week later.
    ['logging_collector', 'on'],
    ['log_directory', logs],
    ['log_filename', 'postgres-%a.log'],
    ['log_rotation_age', '1d'],
    ['log_rotation_size', '0'],
    ['log_truncate_on_rotation', 'on'],
    ['log_line_prefix', '%m [%p] %u@%d '],
    // Details and statements quote the rows that they are about: names, phones, addresses.
    ['log_error_verbosity', 'terse'],
    ['log_min_error_statement', 'panic'],
    ...(archive === undefined ? [] : archiving(archive)),
  ];
}

/** Each piece of the log is copied when it is full, and at least once a minute. */
function archiving(folder: string): readonly (readonly [string, string])[] {
  return [
    ['archive_mode', 'on'],
    ['archive_library', 'basic_archive'],
    ['basic_archive.archive_directory', folder],
    ['archive_timeout', '60s'],
  ];
}
