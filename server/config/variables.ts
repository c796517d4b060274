import { isIP } from 'node:net';
import { z } from 'zod';
import { readFilesUrl } from './files-url.ts';
import { ledgerColumns, ledgerFields } from './ledger.ts';

const text = z.string().optional();
const onOff = z.enum(['on', 'off'], 'must be "on" or "off"').optional();

function address(what: string, ...protocols: string[]) {
  const fits = (value: string) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1));
  return z.string().refine(fits, `must be ${what}`).optional();
}

const web = address('an address that begins with http:// or https://', 'http', 'https');
const postgres = address(
  'a PostgreSQL address such as postgres://user:password@host:5432/hanya',
  'postgres',
  'postgresql',
);

/** Beyond this machine it is said whether what goes there can be read on the way. */
const safePostgres = postgres.refine((value) => {
  if (value === undefined || !URL.canParse(value)) return true;
  const { hostname, searchParams } = new URL(value);
  const mode = searchParams.get('sslmode') ?? '';
  // Others encrypt without knowing for whom, or take what is in the clear.
  return hostname === '' || isLoopback(hostname) || ['verify-full', 'disable'].includes(mode);
}, 'is on another machine, so it must end with ?sslmode=verify-full, or with ?sslmode=disable if nobody else is on the network');

/** True if a host name or address is this machine's own. */
export function isLoopback(host: string): boolean {
  const bare = host.toLowerCase().replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** Secret keys go with every request, so only over HTTPS or to this same machine. */
const safeWeb = web.refine((value) => {
  if (value === undefined || !URL.canParse(value)) return true;
  const { protocol, hostname } = new URL(value);
  return protocol !== 'http:' || isLoopback(hostname);
}, 'must begin with https:// unless it is on this machine');

/** True for an address such as https://tiles.example/{z}/{x}/{y}{r}.png. */
function isTileTemplate(template: string): boolean {
  const names = [...template.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
  return (
    ['z', 'x', 'y'].every((name) => names.includes(name)) &&
    names.every((name) => ['z', 'x', 'y', 'r'].includes(name))
  );
}

const listOf = (values: string): string[] => values.split(/[\s,]+/).filter((value) => value !== '');

/** An IP address, or a range of them such as 10.0.0.0/8; all addresses at once are no range. */
function isNetwork(value: string): boolean {
  const [address = '', bits, ...more] = value.split('/');
  const maximumBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (maximumBits === 0 || address.includes('%') || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= maximumBits);
}

/** How many weeks or months, none at the least. */
const periods = (what: string, usual: number) =>
  z
    .string()
    .regex(/^\d{1,3}$/, `must be a whole number of ${what}`)
    .default(String(usual))
    .transform(Number);

/** A whole number of milliseconds, up to ten minutes. */
const milliseconds = (usual: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a whole number of milliseconds')
    .transform(Number)
    .refine((value) => value <= 600_000, 'must be at most 600000 milliseconds')
    .default(usual);

const upTo = (most: number, usual: number) => {
  const error = `must be a whole number from 1 to ${most}`;
  return z.coerce.number(error).int(error).min(1, error).max(most, error).default(usual);
};

/** A whole number of days, at least so many and at most ten years. */
const days = (usual: number, least: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a whole number of days')
    .default(String(usual))
    .transform(Number)
    .refine((given) => given >= least && given <= 3_650, `must be from ${least} to 3650 days`);

const bucket = z
  .string()
  .refine(
    (value) => readFilesUrl(value) !== undefined,
    'must be an address such as s3://KEY:SECRET@s3.example:9000/bucket?region=eu-west-1',
  )
  .refine((value) => {
    const endpoint = readFilesUrl(value)?.endpoint ?? 'https://';
    if (endpoint.startsWith('https:')) return true;
    const { hostname } = new URL(endpoint);
    // A name without a dot is found on a network of containers alone.
    return isLoopback(hostname) || /^[a-z][\w-]*$/.test(hostname);
  }, 'may have tls=off only on this machine or on a network of containers')
  .transform(readFilesUrl)
  .optional();

const secret = z
  .string()
  .min(32, 'must have at least 32 characters. Make one with openssl rand -hex 32')
  .refine((drawn) => new Set(drawn).size >= 10, 'must be random')
  .optional();

/** Every environment variable, what it may hold, and what it is when it isn't set. */
const megabytes = z
  .string()
  .regex(/^[1-9]\d{2,6}$/, 'must be a whole number of megabytes, at least 100')
  .transform(Number)
  .optional();

/** Domains under which anybody may have a name. */
const publicSuffix = /^(?:ac|co|com|edu|gov|mil|mobi|name|net|org|sch)\.[a-z]{2}$/;

export const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number from 1 to 65535')
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535, 'must be a whole number from 1 to 65535')
    .default(4400),
  HOST: z
    .string()
    .refine(
      (host) => isIP(host) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host),
      'must be an IP address or a host name to listen on, such as 127.0.0.1',
    )
    .default('127.0.0.1'),
  PROCESSES: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a whole number from 1 to 16')
    .transform(Number)
    .refine((count) => count >= 1 && count <= 16, 'must be a whole number from 1 to 16')
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(listOf)
    .refine(
      (proxies) => proxies.every(isNetwork),
      'must be IP addresses or ranges such as 127.0.0.1, 10.0.0.0/8, separated by commas',
    ),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: safePostgres,
  DATABASE_OWNER_URL: safePostgres,
  DATABASE_READ_URL: safePostgres,
  DATABASE_POOLER: onOff,
  MEMORY_MB: megabytes,
  DATABASE_MEMORY_MB: megabytes,
  READ_TIMEOUT_MS: milliseconds(5_000),
  SEARCH_TIMEOUT_MS: milliseconds(250),
  REPORT_TIMEOUT_MS: milliseconds(30_000),
  PUBLIC_URL: web,
  JWT_SECRET: secret,
  JWT_SECRET_PREVIOUS: secret,
  AUTHORITY_NAME: z.string().default('Kaduna State Traffic Authority'),
  LEDGER_ACCOUNT: z.string().min(1).max(60).default('Collections'),
  LEDGER_UNMATCHED: z.string().min(1).max(60).default('Unmatched receipts'),
  LEDGER_COLUMNS: z
    .string()
    .default(
      'Date=day,Account=account,Details=details,Debit=debit,Credit=credit,Reference=reference',
    )
    .transform((columns, context) => {
      const read = ledgerColumns(columns);
      if (read) return read;
      context.addIssue(
        `must be columns such as Date=day, with fields from ${ledgerFields.join(', ')}`,
      );
      return z.NEVER;
    }),
  PAYKADUNA_URL: safeWeb,
  PAYKADUNA_API_KEY: text,
  PAYKADUNA_API_KEY_NEXT: text,
  PAYKADUNA_ENGINE_CODE: text,
  PAYSTACK_URL: safeWeb,
  PAYSTACK_SECRET_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be one word, as Paystack shows it')
    .optional(),
  PAYSTACK_EMAIL: z.email('must be one email address').optional(),
  PAYMENT_GATEWAYS: text,
  PAYMENT_PAGES: z
    .string()
    .default('')
    .transform(listOf)
    .refine(
      (domains) => domains.every((domain) => /^([a-z0-9-]+\.)+[a-z]{2,}$/.test(domain)),
      'must be domains such as pay.example, separated by commas',
    )
    .refine(
      (domains) => !domains.some((domain) => publicSuffix.test(domain)),
      'must be domains that somebody owns, such as pay.com.ng and not com.ng',
    ),
  SANDBOX_NOTICES: onOff,
  MESSAGE_GATEWAYS: text,
  MESSAGE_REPORT_KEY: z
    .string()
    .regex(/^[\w-]{32,100}$/, 'must be at least 32 random letters and digits')
    .optional(),
  TERMII_URL: safeWeb,
  TERMII_API_KEY: text,
  TERMII_SECRET_KEY: text,
  AFRICASTALKING_URL: safeWeb.default('https://api.africastalking.com'),
  AFRICASTALKING_USERNAME: text,
  AFRICASTALKING_API_KEY: text,
  INFOBIP_URL: safeWeb,
  INFOBIP_API_KEY: text,
  SMTP_URL: address('an address that begins with smtp:// or smtps://', 'smtp', 'smtps'),
  MAIL_FROM: z.string().default('Hanya <no-reply@localhost>'),
  REPORT_MAIL_DOMAIN: z
    .string()
    .regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'must be one domain such as traffic.kd.gov.ng')
    .refine((domain) => !publicSuffix.test(domain), 'must be the authority’s own domain')
    .optional(),
  ALARM_MAIL: z.email('must be one email address').optional(),
  AUDIT_ROLE: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,62}$/, 'must be the name of a PostgreSQL role')
    .optional(),
  AUDIT_ROOT_FILE: text,
  AUDIT_ROOT_MAIL: z.email('must be one email address').optional(),
  BACKUP_DIR: text,
  BACKUP_KEEP_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a whole number of days')
    .default('30')
    .transform(Number),
  BACKUP_KEEP_WEEKS: periods('weeks', 13),
  BACKUP_KEEP_MONTHS: periods('months', 12),
  BACKUP_RECIPIENTS: z
    .string()
    .transform(listOf)
    .refine(
      (recipients) =>
        recipients.every((recipient) => /^age1[02-9ac-hj-np-z]{58,}$/.test(recipient)),
      'must be recipients that begin with age1, separated by commas',
    )
    .optional(),
  BACKUP_URL: bucket,
  BACKUP_IDENTITY_FILE: text,
  BACKUP_SECRETS: onOff,
  KEEP_PERSONS_YEARS: z
    .string()
    .regex(/^([1-9]\d?|off)$/, 'must be a whole number of years, or "off"')
    .default('7')
    .transform((years) => (years === 'off' ? undefined : Number(years))),
  KEEP_LOOKUPS_DAYS: days(365, 90),
  KEEP_SESSIONS_DAYS: days(30, 1),
  LATE_HOURS: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a whole number of hours, at most 999')
    .default('72')
    .transform(Number),
  KEEP_NOTICES_DAYS: days(90, 7),
  COST_OF_HARM: z
    .string()
    .regex(
      /^[1-9]\d{3,8} [1-9]\d{0,2} 0\.\d{1,2} 20\d\d \S.{1,80}$/,
      'must be like "1600000 70 0.25 2024 Its source"',
    )
    .transform((given) => {
      const [perHead, lives, serious, year, ...source] = given.split(' ');
      const numbers = { perHead: Number(perHead), lives: Number(lives), serious: Number(serious) };
      return { ...numbers, year: Number(year), source: source.join(' ') };
    })
    .optional(),
  DOUBLE_HOURS: upTo(48, 12),
  DOUBLE_METRES: upTo(500, 90),
  FILES_URL: bucket,
  // None by default: no public host serves every installation, and none learns where officers look.
  MAP_TILES_URL: safeWeb.refine(
    (template) => template === undefined || isTileTemplate(template),
    'must have one host, and {z}, {x} and {y}. It may also have {r}, and nothing else in braces',
  ),
  MAP_TILES_CREDIT: z
    .string()
    .default('<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>'),
  MAP_FILE: text,
  AREAS_FILE: text,
  MODULES: z.enum(['all', 'none'], 'must be "all" or "none"').default('all'),
  DEMO: onOff,
  GUEST: onOff,
  SERVICE_WORKER: onOff,
  // Read where the log is opened, which is before everything else.
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must be one word of at least 16 characters')
    .optional(),
  MIGRATE: onOff,
  CARRY_OVER: z.enum(['without-backup'], 'must be "without-backup"').optional(),
  RELEASES_DIR: z.string().default('/opt/hanya'),
  RESTART_COMMAND: z.string().default('systemctl restart hanya'),
  MIGRATE_COMMAND: z.string().default('systemctl start hanya-migrate@VERSION'),
  LOG_LEVEL: z.enum(['info', 'warn', 'error'], 'must be "info", "warn" or "error"').optional(),
});
export type Variables = z.infer<typeof variables>;
