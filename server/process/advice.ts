import { capitalised } from '#contract/sentences.ts';
import { isBadCertificate } from './certificates.ts';
import { thisRelease } from './release.ts';
import { StartError } from './start-error.ts';

/** What the owner of the database does, with the command where the units of `deploy` are installed. */
export const toMigrate = `run hanya migrate with DATABASE_OWNER_URL (systemctl start hanya-migrate@${thisRelease.version})`;

/** What a code of a failure says of whatever failed, and what to do about it. */
interface Advice {
  readonly says: string;
  readonly cure: string;
}

const notReached =
  'start it on its machine, correct its address in the settings, or open the firewall in between';
const rights =
  'give it to the user that runs Hanya (chown -R hanya, chmod 700), or run the command as that user (after runuser -u hanya --)';

/** PostgreSQL's codes first, then those of the system, of TLS and of mail. */
const advices: Readonly<Record<string, Advice>> = {
  '28P01': {
    says: 'refuses the password',
    cure: "put the right password into its address, or give the user a new one (runuser -u postgres -- psql -c '\\password hanya_app')",
  },
  '28000': {
    says: 'does not let this user in from this machine',
    cure: 'add a line for this user and machine to PostgreSQL’s pg_hba.conf (then systemctl reload postgresql), or create the user with deploy/roles.sh',
  },
  '3D000': {
    says: 'has no database of that name',
    cure: 'create it with deploy/roles.sh, or correct the name in the address',
  },
  '42501': {
    says: 'gives this user too few rights',
    cure: toMigrate,
  },
  '25006': {
    says: 'is read-only, as a replica is',
    cure: 'name the primary in DATABASE_URL and DATABASE_OWNER_URL',
  },
  '53100': {
    says: 'has no room left on its disk',
    cure: 'make room there (df -h shows how much there is), and do not remove any of PostgreSQL’s own files',
  },
  '53300': {
    says: 'has all its connections in use',
    cure: 'lower PROCESSES in the settings and restart Hanya, or raise max_connections in postgresql.conf and restart PostgreSQL',
  },
  '57P03': {
    says: 'is just starting or stopping',
    cure: 'wait a minute and try again. PostgreSQL’s own log shows its progress',
  },
  ECONNREFUSED: { says: 'is not running, or not at this address', cure: notReached },
  ECONNRESET: {
    says: 'broke off the connection',
    cure: 'read its own log to see why, and check that its address has the right setting for TLS',
  },
  EHOSTUNREACH: { says: 'cannot be reached over the network', cure: notReached },
  ENETUNREACH: { says: 'cannot be reached over the network', cure: notReached },
  ETIMEDOUT: { says: 'did not respond in time', cure: notReached },
  ENOTFOUND: {
    says: 'has a host name that cannot be found',
    cure: 'correct the name in its address, or check the name server of this machine',
  },
  EAI_AGAIN: {
    says: 'cannot be looked up by its name',
    cure: 'check the name server of this machine (/etc/resolv.conf)',
  },
  ENOSPC: {
    says: 'has no room left',
    cure: 'make room on its disk (df -h shows which is full), or move it to another',
  },
  EDQUOT: { says: 'has used up its quota', cure: 'raise the quota, or move it to another disk' },
  EACCES: { says: 'cannot be used by this user', cure: rights },
  EPERM: { says: 'cannot be used by this user', cure: rights },
  EROFS: {
    says: 'is on a read-only disk',
    cure: 'see with dmesg whether the disk is broken, and replace it or make it writable (mount -o remount,rw)',
  },
  ENOENT: { says: 'is missing', cure: 'create it, or correct the path in its setting' },
  ENOTDIR: { says: 'is not a folder', cure: 'name a folder in its setting' },
  EIO: { says: 'is on a failing disk', cure: 'take a backup elsewhere now, and replace the disk' },
  EMFILE: {
    says: 'cannot be opened because too many files are open',
    cure: 'raise LimitNOFILE (systemctl edit hanya), then systemctl restart hanya',
  },
  CERT_HAS_EXPIRED: {
    says: 'has a certificate that has expired',
    cure: 'check that the date of this machine is right (timedatectl), then renew the certificate where it is kept, and reload the program that uses it',
  },
  CERT_NOT_YET_VALID: {
    says: 'has a certificate that is not valid yet',
    cure: 'check that the clock of this machine is right (timedatectl), and set it (systemctl restart systemd-timesyncd)',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    says: 'has a certificate for another name',
    cure: 'write the name that is in its certificate into its address',
  },
  EAUTH: {
    says: 'refuses the name or password',
    cure: 'put the name and password that it gave you into its address',
  },
};

/** For all the other ways in which a certificate is refused. */
const untrusted: Advice = {
  says: 'has a certificate that this machine does not trust',
  cure: 'give it one from a known authority, or name the file of its own authority in NODE_EXTRA_CA_CERTS and restart Hanya',
};

const adviceOf = (code: string): Advice | undefined =>
  advices[code] ?? (isBadCertificate(code) ? untrusted : undefined);

/** The code of a failure that there is advice on, also of what caused it or is quoted in it. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const own = 'code' in error ? String(error.code) : '';
  if (adviceOf(own)) return own;
  const within = error instanceof AggregateError ? (error.errors as unknown[]) : [error.cause];
  for (const inner of within) {
    const code = codeOf(inner);
    if (code !== undefined) return code;
  }
  return error.message.match(/\b[A-Z][A-Z_]{2,}\b/g)?.find((word) => adviceOf(word));
}

/**
 * One sentence about what failed and what to do; undefined for what nobody has advice on. `what`
 * names it with its setting, as in "The mail server of SMTP_URL".
 */
export function knownAdvice(error: unknown, what: string): string | undefined {
  if (error instanceof StartError) return error.message;
  const code = codeOf(error);
  const advice = code === undefined ? undefined : adviceOf(code);
  return advice && `${what} ${advice.says} (${code}). ${capitalised(advice.cure)}.`;
}

/** The same, and otherwise what the error says. */
export function adviceOn(error: unknown, what: string): string {
  const words = error instanceof Error ? error.message || error.name : String(error);
  return knownAdvice(error, what) ?? `${what} cannot be used: ${words.replace(/\.$/, '')}.`;
}
