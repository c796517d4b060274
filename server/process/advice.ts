import { isBadCertificate } from './certificates.ts';
import { StartError } from './start-error.ts';

/** What a code of a failure says of whatever failed, and what to do about it. */
interface Advice {
  readonly says: string;
  readonly cure: string;
}

const certificate = 'give it a new certificate, or name the one to trust in NODE_EXTRA_CA_CERTS';
const notReached = 'start it, or check its address and the firewall in between';
const rights = 'give it to the user that runs Hanya (chown -R hanya, chmod 700)';

/** PostgreSQL's codes first, then those of the system, of TLS and of mail. */
const advices: Readonly<Record<string, Advice>> = {
  '28P01': {
    says: 'refuses the password',
    cure: 'set the password that the role has, or give the role this one with deploy/roles.sh',
  },
  '28000': {
    says: 'does not let this role in',
    cure: 'make the role with deploy/roles.sh, and let it in from this machine in pg_hba.conf',
  },
  '3D000': {
    says: 'has no database of that name',
    cure: 'make it with deploy/roles.sh, or correct the name in the address',
  },
  '42501': {
    says: 'gives the role too few rights',
    cure: 'run hanya migrate with the DATABASE_OWNER_URL that owns the database',
  },
  '25006': {
    says: 'is read-only, as a replica is',
    cure: 'name the primary in DATABASE_URL and DATABASE_OWNER_URL',
  },
  '53100': { says: 'has no room left on its disk', cure: 'make room on the disk of PostgreSQL' },
  '53300': {
    says: 'has all its connections in use',
    cure: 'raise max_connections, lower PROCESSES, or put PgBouncer before it',
  },
  '57P03': {
    says: 'is just starting or stopping',
    cure: 'wait a minute and try again; PostgreSQL’s own log says how far it is',
  },
  ECONNREFUSED: { says: 'is not running: nothing listens at its address', cure: notReached },
  ECONNRESET: { says: 'broke the connection off', cure: 'look into its own log, and at TLS' },
  EHOSTUNREACH: { says: 'can’t be reached over the network', cure: notReached },
  ENETUNREACH: { says: 'can’t be reached over the network', cure: notReached },
  ETIMEDOUT: { says: 'does not answer in time', cure: notReached },
  ENOTFOUND: {
    says: 'has a host name that cannot be found',
    cure: 'correct the name in its address, or check the name server of this machine',
  },
  EAI_AGAIN: {
    says: 'can’t be looked up by its name',
    cure: 'check the name server of this machine (/etc/resolv.conf)',
  },
  ENOSPC: { says: 'has no room left', cure: 'make room on its disk, or move it to another' },
  EDQUOT: { says: 'has used up its quota', cure: 'raise the quota, or move it to another disk' },
  EACCES: { says: 'may not be used by this user', cure: rights },
  EPERM: { says: 'may not be used by this user', cure: rights },
  EROFS: {
    says: 'is on a read-only disk',
    cure: 'mount it for writing; dmesg says whether the disk is broken',
  },
  ENOENT: { says: 'is missing', cure: 'create it, or correct the path in its setting' },
  ENOTDIR: { says: 'is not a folder', cure: 'name a folder in its setting' },
  EIO: { says: 'is on a failing disk', cure: 'take a backup elsewhere now and change the disk' },
  EMFILE: { says: 'can’t be opened because too many files are open', cure: 'raise LimitNOFILE' },
  CERT_HAS_EXPIRED: { says: 'has a certificate that has expired', cure: certificate },
  CERT_NOT_YET_VALID: {
    says: 'has a certificate that is not valid yet',
    cure: 'set the clock of this machine by NTP',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    says: 'has a certificate for another name',
    cure: 'use the name that is in its certificate',
  },
  EAUTH: { says: 'refuses the name or password', cure: 'set those that it gave you' },
};

/** For all the other ways in which a certificate is refused. */
const untrusted: Advice = {
  says: 'has a certificate that this machine does not trust',
  cure: certificate,
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
  return advice && `${what} ${advice.says} (${code}): ${advice.cure}.`;
}

/** The same, and otherwise what the error says. */
export function adviceOn(error: unknown, what: string): string {
  const words = error instanceof Error ? error.message || error.name : String(error);
  return knownAdvice(error, what) ?? `${what} can’t be used: ${words.replace(/\.$/, '')}.`;
}
