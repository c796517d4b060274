import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { machineMemoryMb, processesFor } from '../process/memory.ts';
import { ConfigError } from '../process/start-error.ts';
import type { S3Place } from './files-url.ts';
import {
  type GatewayConfig,
  type MessageConfig,
  readGateways,
  readMessageGateways,
} from './gateways.ts';
import type { LedgerColumn } from './ledger.ts';
import { isLoopback, type Variables, variables } from './variables.ts';

export interface Config extends GatewayConfig, MessageConfig {
  readonly port: number;
  readonly host: string;
  /** Processes that serve calls. */
  readonly processes: number;
  /** MB that all processes and the embedded database may take together. */
  readonly memoryMb: number;
  /** The proxies whose X-Forwarded-For is trusted: IP addresses and ranges of them. */
  readonly trustedProxies: readonly string[];
  /** Absolute. */
  readonly dataDir: string;
  /** Not set: the embedded database is used. */
  readonly databaseUrl?: string;
  /** For migrations; always set together with `databaseUrl`. */
  readonly databaseOwnerUrl?: string;
  /** A streaming replica of `databaseUrl`, for lists, search, statistics and reports. */
  readonly databaseReadUrl?: string;
  /** True if PgBouncer in transaction mode, or its like, stands before the databases. */
  readonly databasePooler: boolean;
  /** Milliseconds after which a query of a list, a map or a statistic is cut off. */
  readonly readTimeoutMs: number;
  /** The same for a search, which whoever asks can narrow down. */
  readonly searchTimeoutMs: number;
  /** Milliseconds after which a query of a report or an export is cut off. */
  readonly reportTimeoutMs: number;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  /** Not set: one is made and kept in the data folder. */
  readonly jwtSecret?: string;
  /** The secret of before: what it signed or closed is still taken. */
  readonly jwtSecretPrevious?: string;
  /** The memory that the embedded database may count on. Not set: all of this machine. */
  readonly databaseMemoryMb?: number;
  readonly authorityName: string;
  /** The accounts that collect, and of money without a ticket; and the columns of the ledger file. */
  readonly ledger: {
    readonly account: string;
    readonly unmatched: string;
    readonly columns: readonly LedgerColumn[];
  };
  readonly smtpUrl?: string;
  readonly mailFrom: string;
  /** Reports go as files to addresses of this domain alone; not set: to none. */
  readonly reportMailDomain?: string;
  /** Whom alarms are mailed to; not set: they stand in the log alone. */
  readonly alarmMail?: string;
  /** The root of each day goes to the end of this file, to this mail address, or both. */
  readonly auditRole?: string;
  readonly auditRootFile?: string;
  readonly auditRootMail?: string;
  /** Absolute; where a backup is taken every night. Not set: none is. */
  readonly backupDir?: string;
  /** The identity of any of them opens the backups. Unset, backups aren't encrypted. */
  readonly backupRecipients?: readonly string[];
  /** A bucket that `backupDir` is copied to; set with it and `backupRecipients` alone. */
  readonly backupStore?: S3Place;
  /** Absolute; has the identities that open backups. */
  readonly backupIdentityFile?: string;
  /** True if the product's own secrets are backed up. Not set: only to recipients. */
  readonly backupSecrets?: boolean;
  readonly backupKeepDays: number;
  readonly backupKeepWeeks: number;
  readonly backupKeepMonths: number;
  /** After so many years it is made unreadable who was booked. Not set: never. */
  readonly keepPersonsYears?: number;
  /** For so many days it is kept who looked at what. */
  readonly keepLookupsDays: number;
  /** For so many days sessions are kept after they were over. */
  readonly keepSessionsDays: number;
  /** For so many days notices of gateways are kept after they were settled. */
  readonly keepNoticesDays: number;
  /** A record that was longer than so many hours on its way needs a superior. */
  readonly lateHours: number;
  /** By which the cost of harm is estimated: see `contract/black-spots.ts`. Null: it isn't. */
  readonly costOfHarm: Variables['COST_OF_HARM'] | null;
  /** Collisions within so many hours and metres of each other may be one. */
  readonly double: { readonly hours: number; readonly metres: number };
  /** Not set: pictures and videos are kept in the data folder. */
  readonly files?: S3Place;
  /** The address template of the live map's tiles, as browsers fetch them; '' without any. */
  readonly mapTilesUrl: string;
  /** The licence of these tiles asks for this credit; it is HTML. */
  readonly mapTilesCredit: string;
  /** Absolute; the state's own tiles, which browsers then fetch from here instead. */
  readonly mapFile?: string;
  /** Absolute; outlines of local governments in place of Kaduna's. */
  readonly areasFile?: string;
  /** Whether the modules around the core are there. */
  readonly modules: 'all' | 'none';
  readonly demo: boolean;
  readonly guest: boolean;
  /** True if browsers keep the product, so that it opens without a network. */
  readonly serviceWorker: boolean;
  /** Readers of the metrics must show it; without one, only this machine may read them. */
  readonly metricsToken?: string;
  /** True if a start brings the database to this version's shape, or demands that it has it. */
  readonly migrates: boolean;
  /** True if the database of an older version is brought to this one's shape without a backup. */
  readonly carriesOver: boolean;
  /** Has the installed versions, and the links that say which of them serves. */
  readonly releasesDir: string;
  /** For the shell, as whoever switches the version. */
  readonly restartCommand: string;
  /** The same, with VERSION for the one to be switched to. */
  readonly migrateCommand: string;
}

/**
 * Reads the whole configuration from the environment; an empty value counts as not set.
 * Throws `ConfigError` with one sentence that names the variable at fault.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const values = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );
  const parsed = variables.safeParse(values);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(
      `${issue?.path.join('.') ?? 'The configuration'} ${issue?.message ?? 'is wrong'}.`,
    );
  }
  const v = parsed.data;
  requireTogether(v);
  const publicUrl = v.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://${urlHost(v.HOST)}:${v.PORT}`;
  const demo = v.DEMO ? v.DEMO === 'on' : v.DATABASE_URL === undefined;
  const gateways = readGateways(v, demo);
  const messages = readMessageGateways(v);
  if (demo) refuseDemoBeyondLoopback(v, publicUrl, { ...gateways, ...messages });
  else refuseOpenAddress(v, publicUrl);
  const memoryMb = v.MEMORY_MB ?? machineMemoryMb();
  const databaseMemoryMb = v.DATABASE_MEMORY_MB ?? v.MEMORY_MB;
  return {
    port: v.PORT,
    host: v.HOST,
    memoryMb,
    processes: v.PROCESSES ?? processesFor(memoryMb, availableParallelism()),
    trustedProxies: v.TRUSTED_PROXIES,
    dataDir: resolve(v.DATA_DIR),
    ...(v.DATABASE_URL && {
      databaseUrl: v.DATABASE_URL,
      databaseOwnerUrl: v.DATABASE_OWNER_URL ?? v.DATABASE_URL,
    }),
    ...(v.DATABASE_READ_URL && { databaseReadUrl: v.DATABASE_READ_URL }),
    ...(databaseMemoryMb !== undefined && { databaseMemoryMb }),
    databasePooler: v.DATABASE_POOLER === 'on',
    readTimeoutMs: v.READ_TIMEOUT_MS,
    searchTimeoutMs: v.SEARCH_TIMEOUT_MS,
    reportTimeoutMs: v.REPORT_TIMEOUT_MS,
    publicUrl,
    ...(v.JWT_SECRET && { jwtSecret: v.JWT_SECRET }),
    ...(v.JWT_SECRET_PREVIOUS && { jwtSecretPrevious: v.JWT_SECRET_PREVIOUS }),
    authorityName: v.AUTHORITY_NAME,
    ledger: {
      account: v.LEDGER_ACCOUNT,
      unmatched: v.LEDGER_UNMATCHED,
      columns: v.LEDGER_COLUMNS,
    },
    ...gateways,
    ...messages,
    ...(v.SMTP_URL && { smtpUrl: v.SMTP_URL }),
    mailFrom: v.MAIL_FROM,
    ...(v.REPORT_MAIL_DOMAIN && { reportMailDomain: v.REPORT_MAIL_DOMAIN }),
    ...(v.ALARM_MAIL && { alarmMail: v.ALARM_MAIL }),
    ...(v.AUDIT_ROLE && { auditRole: v.AUDIT_ROLE }),
    ...(v.AUDIT_ROOT_FILE && { auditRootFile: resolve(v.AUDIT_ROOT_FILE) }),
    ...(v.AUDIT_ROOT_MAIL && { auditRootMail: v.AUDIT_ROOT_MAIL }),
    ...(v.BACKUP_DIR && { backupDir: resolve(v.BACKUP_DIR) }),
    ...(v.BACKUP_RECIPIENTS && { backupRecipients: v.BACKUP_RECIPIENTS }),
    ...(v.BACKUP_URL && { backupStore: v.BACKUP_URL }),
    ...(v.BACKUP_IDENTITY_FILE && { backupIdentityFile: resolve(v.BACKUP_IDENTITY_FILE) }),
    ...(v.BACKUP_SECRETS && { backupSecrets: v.BACKUP_SECRETS === 'on' }),
    backupKeepDays: v.BACKUP_KEEP_DAYS,
    backupKeepWeeks: v.BACKUP_KEEP_WEEKS,
    backupKeepMonths: v.BACKUP_KEEP_MONTHS,
    ...(v.KEEP_PERSONS_YEARS !== undefined && { keepPersonsYears: v.KEEP_PERSONS_YEARS }),
    keepLookupsDays: v.KEEP_LOOKUPS_DAYS,
    keepSessionsDays: v.KEEP_SESSIONS_DAYS,
    keepNoticesDays: v.KEEP_NOTICES_DAYS,
    modules: v.MODULES,
    lateHours: v.LATE_HOURS,
    costOfHarm: v.COST_OF_HARM ?? null,
    double: { hours: v.DOUBLE_HOURS, metres: v.DOUBLE_METRES },
    ...(v.FILES_URL && { files: v.FILES_URL }),
    mapTilesUrl: v.MAP_TILES_URL ?? '',
    mapTilesCredit: v.MAP_TILES_CREDIT,
    ...(v.MAP_FILE && { mapFile: resolve(v.MAP_FILE) }),
    ...(v.AREAS_FILE && { areasFile: resolve(v.AREAS_FILE) }),
    demo,
    guest: v.GUEST ? v.GUEST === 'on' : demo,
    serviceWorker: v.SERVICE_WORKER !== 'off',
    ...(v.METRICS_TOKEN && { metricsToken: v.METRICS_TOKEN }),
    migrates: v.MIGRATE !== 'off',
    carriesOver: v.CARRY_OVER === 'without-backup',
    releasesDir: resolve(v.RELEASES_DIR),
    restartCommand: v.RESTART_COMMAND,
    migrateCommand: v.MIGRATE_COMMAND,
  };
}

function requireTogether(v: Variables): void {
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_READ_URL', 'DATABASE_POOLER'] as const) {
    if (v[name] && !v.DATABASE_URL) {
      throw new ConfigError(`${name} is set, so DATABASE_URL must be set too.`);
    }
  }
  for (const name of ['BACKUP_DIR', 'BACKUP_RECIPIENTS'] as const) {
    if (v.BACKUP_URL && !v[name]?.length)
      throw new ConfigError(
        `BACKUP_URL is set, so ${name} must be set too. Hanya copies backups from BACKUP_DIR to the bucket only if they are encrypted.`,
      );
  }
  if (v.DATABASE_POOLER === 'on' && !v.DATABASE_OWNER_URL && v.MIGRATE !== 'off') {
    throw new ConfigError(
      'DATABASE_OWNER_URL must be set to an address that bypasses the pooler, because DATABASE_POOLER is on.',
    );
  }
  if (v.DATABASE_URL && !v.JWT_SECRET) {
    throw new ConfigError(
      'JWT_SECRET must be set, with at least 32 characters, when DATABASE_URL is set.',
    );
  }
}

function refuseDemoBeyondLoopback(
  { HOST: host, TRUSTED_PROXIES, DATABASE_URL }: Variables,
  publicUrl: string,
  { payKaduna, paystack, messageKeys }: GatewayConfig & MessageConfig,
): void {
  const advice = 'Set DEMO=off to use Hanya from other machines';
  if (!isLoopback(host)) {
    throw new ConfigError(
      `HOST is ${host}, but demo mode with its known passwords may only listen on 127.0.0.1. ${advice}.`,
    );
  }
  if (!isLoopback(new URL(publicUrl).hostname)) {
    throw new ConfigError(
      `PUBLIC_URL is ${publicUrl}, but demo mode with its known passwords may only be reached on this machine. ${advice}.`,
    );
  }
  if (DATABASE_URL && !isLoopback(new URL(DATABASE_URL).hostname || 'localhost')) {
    throw new ConfigError(
      `DATABASE_URL is on another machine, but demo mode with its known passwords works only on this machine. ${advice}.`,
    );
  }
  if (TRUSTED_PROXIES.length > 0) {
    throw new ConfigError(
      `TRUSTED_PROXIES is set, but demo mode with its known passwords cannot run behind a proxy. ${advice}.`,
    );
  }
  for (const [name, url] of [
    ['PAYKADUNA_URL', payKaduna?.url],
    ['PAYSTACK_URL', paystack?.url],
    ...Object.entries(messageKeys).map(
      ([name, { url }]) => [`The address of ${name}`, url] as const,
    ),
  ] as const) {
    if (url !== undefined && !isLoopback(new URL(url).hostname)) {
      throw new ConfigError(
        `${name} is ${url}, but demo mode with its known passwords does not use a real gateway. Set DEMO=off.`,
      );
    }
  }
}

/** Passwords and links for new ones would go over the network as they are. */
function refuseOpenAddress({ HOST, PUBLIC_URL }: Variables, publicUrl: string): void {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || isLoopback(hostname)) return;
  throw new ConfigError(
    PUBLIC_URL === undefined
      ? `HOST is ${HOST}, so PUBLIC_URL must be set to the https:// address that people use.`
      : `PUBLIC_URL is ${publicUrl}, but it must begin with https:// unless it is on this machine.`,
  );
}

/** A host as it is written inside an address: IPv6 goes into brackets. */
export function urlHost(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}
