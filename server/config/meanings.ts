import type { Variables } from './variables.ts';

interface Meaning {
  /** The default, unless the variable's schema has one. Markdown. */
  readonly usual?: string;
  /** Markdown; a link is relative to `docs/`. */
  readonly meaning: string;
}

/**
 * The words of `docs/configuration.md` about each variable, under these headings and in this order.
 */
export const meanings: Readonly<
  Record<string, Partial<Readonly<Record<keyof Variables, Meaning>>>>
> = {
  'The server': {
    PORT: { meaning: 'the port that the server listens on' },
    HOST: {
      meaning: 'the address that the server listens on; any address but loopback needs `DEMO=off`',
    },
    PUBLIC_URL: {
      usual: '`http://HOST:PORT`',
      meaning:
        'the server’s address in browsers and emails. It must begin with `https://` unless it is on this machine. Passkeys work only at the host name in it',
    },
    TRUSTED_PROXIES: {
      usual: 'nobody',
      meaning:
        'the IP addresses or ranges of reverse proxies, separated by commas. Limits and the audit trail take a caller’s address from the `X-Forwarded-For` header of these proxies',
    },
    PROCESSES: {
      usual: 'one for each core and 900 MB, at most 4',
      meaning: 'how many processes serve calls, from 1 to 16',
    },
    MEMORY_MB: {
      usual: "this machine's or container's",
      meaning:
        "the total memory in MB that Hanya may use. The sizes of the heap, the number of processes and the database's share follow from this number. Hanya warns when the memory is too little",
    },
    DATA_DIR: { meaning: 'the folder of database files, mails, secrets and compiled code' },
    AUTHORITY_NAME: {
      meaning:
        'the authority’s name in the header, on the sign-in page and on papers, until a state admin sets another name under Organisation',
    },
    LEDGER_ACCOUNT: { meaning: 'the account that collects payments, which the ledger file debits' },
    LEDGER_UNMATCHED: {
      meaning:
        'the account for money that belongs to no ticket, such as a second payment; the ledger file debits it when such money is refunded',
    },
    LEDGER_COLUMNS: {
      meaning:
        "the ledger file's columns in their order, each `title=field`; fields are `number`, `day` (2026-11-20), `date` (20/11/2026), `account`, `details`, `debit`, `credit`, `amount` (debit less credit) and `reference`",
    },
    SERVICE_WORKER: {
      usual: '`on`',
      meaning:
        'whether devices keep Hanya and open it without a network; `off` also removes it from devices that have it: see [docs/operations.md](operations.md#on-the-devices)',
    },
  },
  'The database': {
    DATABASE_URL: {
      usual: 'the embedded PostgreSQL',
      meaning: "the address of another PostgreSQL 18, with the application's role",
    },
    DATABASE_OWNER_URL: {
      usual: '`DATABASE_URL`',
      meaning:
        'the address of the same database with the role that owns the tables, for migrations',
    },
    DATABASE_READ_URL: {
      usual: '`DATABASE_URL`',
      meaning:
        'the address of a streaming replica, for lists, search, statistics, reports and exports',
    },
    DATABASE_POOLER: {
      usual: '`off`',
      meaning:
        '`on` if connections go through PgBouncer in transaction mode; `DATABASE_OWNER_URL` must bypass it',
    },
    DATABASE_MEMORY_MB: {
      usual: '`MEMORY_MB`',
      meaning:
        'the memory that the embedded PostgreSQL may count on, in MB. It reserves a quarter of this memory, at least 128 MB and at most 4 GB. Set less if other programs share the machine',
    },
    READ_TIMEOUT_MS: {
      meaning:
        'milliseconds after which a query for a list, a map or statistics is cut off, with the answer that the server is busy',
    },
    SEARCH_TIMEOUT_MS: { meaning: 'the same for a search, which can be narrowed down' },
    REPORT_TIMEOUT_MS: { meaning: 'the same for each query of a report or an export' },
    MIGRATE: {
      usual: '`on`',
      meaning:
        '`off`: the server starts only on a database that `hanya migrate` has prepared, and needs no `DATABASE_OWNER_URL`',
    },
    CARRY_OVER: {
      meaning:
        '`without-backup`: Hanya upgrades the database of the version that named its migrations by days, even if `BACKUP_DIR` has no backup from the last 24 hours',
    },
  },
  'Switching versions': {
    RELEASES_DIR: {
      meaning:
        'the folder with the installed versions in `releases`, and the links `current` and `previous` ([operations.md](operations.md#another-version))',
    },
    RESTART_COMMAND: {
      meaning: 'the command that restarts the server once `current` leads to another version',
    },
    MIGRATE_COMMAND: {
      meaning:
        'the command that prepares the database for `VERSION` before a switch to a newer version, with `MIGRATE=off`',
    },
  },
  Secrets: {
    JWT_SECRET: {
      usual: 'made and kept in `DATA_DIR`',
      meaning:
        'signs sessions: at least 32 characters, required with `DATABASE_URL`, and the same on all servers of a database. A server with a different secret refuses to start',
    },
    JWT_SECRET_PREVIOUS: {
      meaning:
        'the old secret, while you change to a new one: see [docs/operations.md](operations.md#a-new-secret). Everything signed with the old secret stays valid. Remove the old secret 12 hours after the start with the new one, or later. Until then, papers signed with the old secret can be verified without a network',
    },
    METRICS_TOKEN: {
      meaning:
        'the bearer token that is needed to read `/metrics`; without one, only this machine can read it',
    },
  },
  Payment: {
    PAYMENT_GATEWAYS: {
      usual: 'PayKaduna, else Paystack',
      meaning: 'which gateway serves which organisation: see [below](#payment-gateways)',
    },
    PAYMENT_PAGES: {
      meaning:
        'other domains that show payment pages, separated by commas. Hanya does not send drivers to any other domain',
    },
    PAYKADUNA_URL: {
      usual: 'the sandbox, in demo mode',
      meaning: "the gateway's address",
    },
    PAYKADUNA_API_KEY: { meaning: 'the key that signs requests to the gateway' },
    PAYKADUNA_API_KEY_NEXT: { meaning: 'the announced next key, while keys are being rotated' },
    PAYKADUNA_ENGINE_CODE: { meaning: "the authority's engine code at the gateway" },
    PAYSTACK_SECRET_KEY: { meaning: 'the key of Paystack, for requests and notices' },
    PAYSTACK_EMAIL: {
      meaning:
        'where Paystack sends the receipts of drivers without an email address; required with the key',
    },
    PAYSTACK_URL: {
      usual: '`https://api.paystack.co`',
      meaning: 'the address of Paystack',
    },
    SANDBOX_NOTICES: {
      usual: '`on`',
      meaning: 'whether the sandbox notifies Hanya of payments, as a real gateway does',
    },
  },
  Messages: {
    MESSAGE_GATEWAYS: {
      usual: 'no text messages are sent',
      meaning:
        'which gateway sends the text messages of which organisation, and under which registered sender id, such as `Kaduna=termii:KASTLEA, Lagos FRSC=infobip:FRSCLAGOS`: see [below](#text-messages)',
    },
    MESSAGE_REPORT_KEY: {
      meaning:
        'a random secret. The address to which each gateway reports contains a code made from it. Required with `MESSAGE_GATEWAYS`',
    },
    TERMII_URL: { meaning: "the account's own address, as Termii's dashboard shows it" },
    TERMII_API_KEY: { meaning: 'the key of Termii' },
    TERMII_SECRET_KEY: { meaning: 'what Termii signs its reports with' },
    AFRICASTALKING_URL: {
      meaning: "the address of Africa's Talking; its sandbox has another address",
    },
    AFRICASTALKING_USERNAME: { meaning: "the user name at Africa's Talking" },
    AFRICASTALKING_API_KEY: { meaning: "the key of Africa's Talking" },
    INFOBIP_URL: { meaning: "the account's own address at Infobip" },
    INFOBIP_API_KEY: { meaning: 'the key of Infobip' },
  },
  'Mail and alarms': {
    SMTP_URL: {
      usual: 'files under `DATA_DIR/mail`',
      meaning:
        '`smtp://` or `smtps://` address of the mail server. On another machine it must offer TLS, unless the address ends with `?ignoreTLS=true`',
    },
    MAIL_FROM: { meaning: 'the sender of mails' },
    REPORT_MAIL_DOMAIN: {
      meaning:
        "the authority's own email domain: reports go to its addresses with the file attached, and to all others as a link",
    },
    ALARM_MAIL: {
      meaning:
        'the address that gets an email when an alarm starts and when it ends; alarms are in the output as well',
    },
    AUDIT_ROLE: {
      usual: 'the role of `DATABASE_URL`',
      meaning:
        'the only PostgreSQL role that can record the nightly check of the audit trail, with `hanya audit nightly`',
    },
    AUDIT_ROOT_FILE: {
      meaning:
        "a file that each day's root of the audit trail is added to, best on storage that only takes additions",
    },
    AUDIT_ROOT_MAIL: { meaning: "the address that each day's root is emailed to" },
    LOG_LEVEL: {
      usual: '`info`',
      meaning: 'what is logged: `info`, `warn` or `error`',
    },
  },
  'Files and backups': {
    FILES_URL: {
      usual: 'files under `DATA_DIR/files`',
      meaning:
        'a bucket for pictures and videos: `s3://KEY:SECRET@host:port/bucket?region=…`, key and secret percent-encoded; the region is `us-east-1` unless you set it; use `tls=off` only on this machine or in a network of containers',
    },
    BACKUP_DIR: {
      usual: 'no backups',
      meaning:
        "where a backup is taken every night, and the embedded database's log is copied to; on another disk",
    },
    BACKUP_RECIPIENTS: {
      usual: 'nobody: backups are not encrypted',
      meaning:
        'who can read the backups that [age](https://age-encryption.org) encrypts: recipients that begin with `age1`, separated by commas. Each of them can read the whole backup ([recovery.md](recovery.md#encrypted-backups))',
    },
    BACKUP_URL: {
      usual: 'none: backups are in `BACKUP_DIR` alone',
      meaning:
        'a bucket, written as in `FILES_URL`, to which Hanya copies the encrypted backups in `BACKUP_DIR` ([recovery.md](recovery.md#a-bucket-for-backups))',
    },
    BACKUP_IDENTITY_FILE: {
      usual: 'none: encrypted backups are not read back',
      meaning:
        'the file with the identity (`AGE-SECRET-KEY-1…`) that opens encrypted backups, for restores and checks; best not on this machine',
    },
    BACKUP_SECRETS: {
      usual: '`on` with `BACKUP_RECIPIENTS`',
      meaning:
        'whether a backup has the secrets that Hanya made itself; `on` without recipients writes them unencrypted',
    },
    BACKUP_KEEP_DAYS: {
      meaning:
        'how many days Hanya keeps backups, and files that no record uses. If you back up your own PostgreSQL by other means, set the age in days of the oldest backup that you keep',
    },
    BACKUP_KEEP_WEEKS: {
      meaning:
        'the number of weeks before that from which Hanya also keeps the last backup of each week',
    },
    BACKUP_KEEP_MONTHS: {
      meaning:
        'the same for months; each backup has names and numbers of people for as long as it is kept',
    },
  },
  'How long things are kept': {
    KEEP_PERSONS_YEARS: {
      meaning:
        'how many years after clearance or withdrawal Hanya erases the driver’s personal data; `off` keeps the data. With `MIGRATE=off`, set this for `hanya migrate` too: see [docs/data-protection.md](data-protection.md)',
    },
    KEEP_LOOKUPS_DAYS: {
      meaning: 'how many days Hanya keeps the record of who looked at what; at least 90',
    },
    KEEP_SESSIONS_DAYS: { meaning: 'how many days a session is kept after it ends' },
    KEEP_NOTICES_DAYS: {
      meaning: 'how many days a notice from a gateway is kept after it is settled',
    },
    LATE_HOURS: {
      meaning:
        'how many hours a record may take to arrive from a phone; a zonal head or a state admin must accept an older record',
    },
    COST_OF_HARM: {
      usual: 'no cost is estimated',
      meaning:
        "the figures behind the cost of collisions: Nigeria's gross domestic product per person in naira, how many times that amount a life is worth (70), the share of a life that a serious injury counts as (0.25), the year, and the source",
    },
    DOUBLE_HOURS: { meaning: 'hours within which two collisions may be one, at most 48' },
    DOUBLE_METRES: { meaning: 'metres within which two collisions may be one, at most 500' },
  },
  'The map': {
    MAP_TILES_URL: {
      usual: 'the map draws states, local governments, rivers and towns by itself',
      meaning:
        'the address of street map tiles for the live map, in a dark style and with the API key, such as `https://tiles.example/dark/{z}/{x}/{y}{r}.png?key=abc`. Browsers fetch the tiles from that server',
    },
    MAP_TILES_CREDIT: {
      usual: 'OpenStreetMap contributors, with a link',
      meaning: 'the credit that the licence of these pictures requires, as HTML of words and links',
    },
    MAP_FILE: {
      meaning:
        "a PMTiles file of Protomaps' basemap, such as `/var/lib/hanya/kaduna.pmtiles`. This server then draws the live map's streets, without any other server. Hanya reads the file when it starts",
    },
    AREAS_FILE: {
      meaning:
        "a GeoJSON file of at most 5 MB with the outlines of the state's local governments, used instead of Kaduna's; each has its name as `name`, `shapeName`, `ADM2_EN`, `NAME_2` or `lganame`, the whole file its credit as `attribution` (without one, OpenStreetMap is credited); read at the start",
    },
  },
  'Trying it out': {
    MODULES: {
      usual: '`all`',
      meaning:
        '`none` leaves out everything around the core: money control, what follows a ticket, reports and field work. The server refuses to start like this if any of them has records',
    },
    DEMO: {
      usual: '`on` with the embedded database',
      meaning:
        'demo accounts, demo records and the sandbox gateway, on this machine only; `off` closes these accounts and the accounts that they added, and hides their records',
    },
    GUEST: {
      usual: 'as `DEMO`',
      meaning: 'whether somebody may look around without an account',
    },
  },
};
