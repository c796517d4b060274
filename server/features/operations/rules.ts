import type { Look } from '#contract/operations.ts';
import type { Measured } from '#server/process/metrics.ts';
import type { InstallationFigures } from './figures.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** A time in the largest unit that makes sense of it. */
function spanOf(seconds: number): string {
  const [length, word] =
    seconds < minute
      ? [1, 'second']
      : seconds < hour
        ? [minute, 'minute']
        : seconds < 2 * day
          ? [hour, 'hour']
          : [day, 'day'];
  const count = Math.floor(seconds / length);
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

const many = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${count >= 1_000 ? 'A thousand or more' : String(count)} ${more}`;

const look = (what: string, state: Look['state'], words: string): Look => ({ what, state, words });

/** The state of each part of the installation, with advice where it isn't well. */
export function looksOf(figures: InstallationFigures): Look[] {
  return [
    version(figures),
    records(figures),
    sealing(figures),
    live(figures),
    counting(figures),
    payments(figures),
    work(figures),
    browsers(figures),
    backups(figures),
    disk(figures),
    processes(figures),
  ];
}

function version({ version, migratedBy }: InstallationFigures): Look {
  const others =
    version === migratedBy
      ? ''
      : ` The database was set up by Hanya ${migratedBy}, and both versions are running.`;
  return look('Version', 'well', `Hanya ${version}.${others}`);
}

/** Seconds beyond which nothing is written. */
const mostApart = 300;

function records({ databaseBytes, clocksApart, isReplicaBehind }: InstallationFigures): Look {
  const what = 'Records';
  const clocks = `The clocks of this server and of the database are ${spanOf(clocksApart)} apart`;
  if (clocksApart > mostApart)
    return look(
      what,
      'wrong',
      `${clocks}, so Hanya cannot save anything. Synchronise both clocks with NTP.`,
    );
  if (clocksApart > minute)
    return look(what, 'doubtful', `${clocks}. Synchronise both clocks with NTP.`);
  if (isReplicaBehind)
    return look(
      what,
      'doubtful',
      'The replica is down or behind, so Hanya reads everything from the primary database. Check that the replica is running and up to date.',
    );
  return look(
    what,
    'well',
    `Hanya can read and save records. The size of the database is ${gigabytes(databaseBytes)}.`,
  );
}

function sealing({ findings, sealingLag, unsealed }: InstallationFigures): Look {
  const what = 'Audit trail';
  if (findings > 0)
    return look(
      what,
      'wrong',
      `The audit trail fails its check in ${many(findings, 'place', 'places')}. Run hanya audit verify, and tell your auditor.`,
    );
  if (sealingLag > minute)
    return look(
      what,
      'wrong',
      `${many(unsealed, 'change is', 'changes are')} waiting to be sealed, the oldest for ${spanOf(sealingLag)}. Restart the server if this continues.`,
    );
  return look(what, 'well', 'Every change is recorded and sealed.');
}

function live({ outboxLag }: InstallationFigures): Look {
  return outboxLag > 10
    ? look(
        'Live screens',
        outboxLag > minute ? 'wrong' : 'doubtful',
        `Updates have been waiting for ${spanOf(outboxLag)}, because a transaction has been open in the database that long. Find it in pg_stat_activity and end it.`,
      )
    : look('Live screens', 'well', 'Updates reach live screens at once.');
}

function counting({ countingLag }: InstallationFigures): Look {
  return countingLag > 10 * minute
    ? look(
        'Figures',
        'doubtful',
        `Counting is ${spanOf(countingLag)} behind. Figures are still right, but take longer to load.`,
      )
    : look('Figures', 'well', 'Counters are up to date.');
}

function payments({ sweepAge, billsOverdue, exceptionsOpen }: InstallationFigures): Look {
  const what = 'Payments';
  const open =
    exceptionsOpen === 0
      ? 'No exception is open.'
      : `${many(exceptionsOpen, 'exception is', 'exceptions are')} open under Payment exceptions.`;
  if (sweepAge === null || sweepAge > 15 * minute)
    return look(
      what,
      sweepAge === null ? 'doubtful' : 'wrong',
      `Hanya ${sweepAge === null ? 'started less than five minutes ago, or has not asked the payment gateways about open bills in the last hour' : `last asked the payment gateways about open bills ${spanOf(sweepAge)} ago`}. The Check Status button still works. ${open}`,
    );
  if (billsOverdue > 0)
    return look(
      what,
      'doubtful',
      `A payment gateway is more than half an hour late with its answer about ${many(billsOverdue, 'bill', 'bills')}. The payment gateway may be slow or down. ${open}`,
    );
  return look(
    what,
    'well',
    `Hanya asks the payment gateways about open bills every five minutes. ${open}`,
  );
}

function work({ jobsFailed, queues }: InstallationFigures): Look {
  const what = 'Background work';
  const waiting = queues.reduce((sum, queue) => sum + queue.waiting, 0);
  const waits =
    waiting === 0
      ? 'No job is waiting.'
      : `${many(waiting, 'job is waiting', 'jobs are waiting')}.`;
  if (jobsFailed > 0)
    return look(
      what,
      'doubtful',
      `${many(jobsFailed, 'job has', 'jobs have')} failed for good. See Failed work. ${waits}`,
    );
  return look(what, waiting > 500 ? 'doubtful' : 'well', `No failed work. ${waits}`);
}

function browsers({ breakages, breakagesSpreading }: InstallationFigures): Look {
  const what = 'Browsers';
  if (breakages === 0)
    return look(what, 'well', 'There were no problems in browsers in the last day.');
  const broke = many(breakages, 'problem', 'problems');
  if (breakagesSpreading > 0)
    return look(
      what,
      'wrong',
      `${broke} in the last day, and several people had the same one within ten minutes. See Problems in browsers.`,
    );
  return look(what, 'doubtful', `${broke} in the last day. See Problems in browsers.`);
}

/** A season: so often somebody with the identity should have a backup read back. */
const readBackDays = 92;

function drilled(drill: InstallationFigures['drill']): string {
  if (!drill) return 'No backup has been checked yet.';
  if (drill.readBackAge === drill.age) return `A backup passed its check ${spanOf(drill.age)} ago.`;
  const last = drill.readBackAge === null ? 'yet' : `in the last ${spanOf(drill.readBackAge)}`;
  return `The newest backup was checked ${spanOf(drill.age)} ago, and its files had not changed. No backup has been opened and checked ${last}, because BACKUP_IDENTITY_FILE is not set. Set it, and run hanya backup check.`;
}

/** Seconds after which a piece of the log should long have been copied: one goes each minute. */
const pieceOverdue = 5 * minute;

function backups(figures: InstallationFigures): Look {
  const { backupAge, drill, areBackupsEncrypted, futureBackup, logPieceAge } = figures;
  const what = 'Backups';
  if (futureBackup !== undefined) return look(what, 'wrong', futureBackup);
  if (backupAge === undefined)
    return look(
      what,
      'doubtful',
      'Hanya is not taking backups. Set BACKUP_DIR to a folder on another disk.',
    );
  if (backupAge === null)
    return look(what, 'wrong', 'There is no backup yet. Run hanya backup now.');
  if (drill && !drill.holds)
    return look(
      what,
      'wrong',
      'The last backup that was checked is damaged. Run hanya backup check to see what is wrong.',
    );
  if (logPieceAge !== undefined && logPieceAge > pieceOverdue)
    return look(
      what,
      'wrong',
      `No piece of the database’s log has reached BACKUP_DIR for ${spanOf(logPieceAge)}. Check that Hanya can write to BACKUP_DIR and that its disk has room.`,
    );
  const isStale =
    drill !== null &&
    (drill.age > 8 * day || drill.readBackAge === null || drill.readBackAge > readBackDays * day);
  const encrypted = areBackupsEncrypted ? '' : ' Backups are not encrypted. Set BACKUP_RECIPIENTS.';
  return look(
    what,
    backupAge > 2 * day ? 'wrong' : isStale || !areBackupsEncrypted ? 'doubtful' : 'well',
    `The newest backup was taken ${spanOf(backupAge)} ago${backupAge > 2 * day ? '. Run hanya backup now, and find out why the nightly backup fails' : ''}. ${drilled(drill)}${encrypted}`,
  );
}

const gigabytes = (bytes: number): string =>
  bytes < 1024 ** 3 ? `${Math.ceil(bytes / 1024 ** 2)} MB` : `${(bytes / 1024 ** 3).toFixed(1)} GB`;

function disk({ disk: { free, size } }: InstallationFigures): Look {
  const words = `${gigabytes(free)} of ${gigabytes(size)} is free`;
  if (free < 1024 ** 3)
    return look(
      'Disk',
      'wrong',
      `Only ${words}. Free up disk space, or Hanya will soon be unable to save anything.`,
    );
  return free < 2e9 || free / size < 0.1
    ? look('Disk', 'doubtful', `Only ${words}. Free up disk space this week.`)
    : look('Disk', 'well', `${words}.`);
}

function processes({ processes: running, processesWanted }: InstallationFigures): Look {
  return running < processesWanted
    ? look(
        'Server',
        'doubtful',
        `${running} of ${processesWanted} processes are running. Hanya restarts a process within half a minute.`,
      )
    : look('Server', 'well', `${many(running, 'process serves', 'processes serve')} calls.`);
}

/** Those frames that lie in a file of the build, separated by blanks: any other could say anything. */
export const framesIn = (scripts: ReadonlySet<string>, frames: readonly string[]): string =>
  frames.filter((frame) => scripts.has(frame.split(':')[0] ?? '')).join(' ');

const alone = (value: number): Measured['values'] => [[{}, value]];

/** The same for Prometheus; unknown figures are left out. */
export function measuredOf(figures: InstallationFigures): Measured[] {
  const { queues, backupAge, logPieceAge, drill, sweepAge } = figures;
  const of = (name: string, help: string, value: number | null | undefined): Measured[] =>
    typeof value === 'number' ? [{ name: `hanya_${name}`, help, values: alone(value) }] : [];
  return [
    ...of('unsealed_rows', 'Audit rows without a seal, up to 10,000', figures.unsealed),
    ...of(
      'sealing_lag_seconds',
      'How long the oldest audit row has waited for a seal',
      figures.sealingLag,
    ),
    ...of(
      'counting_lag_seconds',
      'How long the oldest event has waited to be counted',
      figures.countingLag,
    ),
    ...of(
      'outbox_lag_seconds',
      'How long the oldest change has waited to reach live screens',
      figures.outboxLag,
    ),
    ...of(
      'sweep_age_seconds',
      'Time since Hanya last asked the payment gateways about open bills',
      sweepAge,
    ),
    ...of(
      'bills_overdue',
      'Bills for which a payment gateway’s answer is more than half an hour late, up to 1,000',
      figures.billsOverdue,
    ),
    ...of('exceptions_open', 'Open payment exceptions, up to 1,000', figures.exceptionsOpen),
    ...of('jobs_failed', 'Jobs that failed for good, up to 1,000', figures.jobsFailed),
    ...of('alarms', 'Active alarms', figures.alarms),
    ...of('breakages', 'Different problems in browsers in the last day', figures.breakages),
    ...of(
      'breakages_spreading',
      'Problems in the last hour that two accounts had within ten minutes of each other',
      figures.breakagesSpreading,
    ),
    ...of('audit_findings', 'Places where the audit trail fails its check', figures.findings),
    ...of(
      'clocks_apart_seconds',
      'Difference between the clocks of this server and of the database',
      figures.clocksApart,
    ),
    ...of('database_bytes', 'Size of the database', figures.databaseBytes),
    ...of('backup_age_seconds', 'Time since the newest backup was started', backupAge),
    ...of(
      'log_piece_age_seconds',
      'Time since the newest piece of the database’s log was copied, or since this process started',
      logPieceAge,
    ),
    ...of('drill_age_seconds', 'Time since a backup was last checked', drill?.age),
    ...of(
      'drill_failed',
      'Whether the last check of a backup failed',
      drill ? Number(!drill.holds) : null,
    ),
    ...of('disk_free_bytes', 'Free bytes on the disk with the data folder', figures.disk.free),
    ...of('disk_size_bytes', 'Size of the disk with the data folder', figures.disk.size),
    ...of('processes', 'Processes of this server that are running', figures.processes),
    ...of('processes_wanted', 'Processes that this server should have', figures.processesWanted),
    {
      name: 'hanya_jobs',
      help: 'Jobs by queue, counted every half minute',
      values: queues.flatMap(({ name: queue, waiting, working }) => [
        [{ queue, state: 'waiting' }, waiting] as const,
        [{ queue, state: 'working' }, working] as const,
      ]),
    },
  ];
}

/** The purpose of a queue's job. */
const purposes: Readonly<Record<string, string>> = {
  'make-bill': 'Ask the payment gateway to create the bill for a booking.',
  'verify-notice': 'Ask the payment gateway about a payment that it reported.',
  'mail-link': 'Email somebody the link to their account.',
  'mail-report': 'Email somebody a report.',
  'verify-audit': 'Check the whole audit trail (every night).',
  'publish-root': 'Send out the day’s root of the audit trail.',
  'take-backup': 'Take the nightly backup.',
  'check-backup': 'Check the newest backup (every week).',
};

export const purposeOf = (queue: string | null): string =>
  purposes[queue ?? ''] ?? `Do the work in the queue ${queue ?? 'without a name'}.`;
