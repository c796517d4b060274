import { variables } from '#server/config/variables.ts';

/** Settings that anybody may read; every other one counts as a secret. */
const open = new Set([
  'PORT',
  'HOST',
  'PROCESSES',
  'TRUSTED_PROXIES',
  'DATA_DIR',
  'DATABASE_POOLER',
  'DATABASE_MEMORY_MB',
  'READ_TIMEOUT_MS',
  'SEARCH_TIMEOUT_MS',
  'REPORT_TIMEOUT_MS',
  'PUBLIC_URL',
  'AUTHORITY_NAME',
  'PAYKADUNA_URL',
  'PAYKADUNA_ENGINE_CODE',
  'PAYSTACK_URL',
  'PAYSTACK_EMAIL',
  'PAYMENT_GATEWAYS',
  'SANDBOX_NOTICES',
  'MAIL_FROM',
  'REPORT_MAIL_DOMAIN',
  'ALARM_MAIL',
  'AUDIT_ROOT_FILE',
  'AUDIT_ROOT_MAIL',
  'BACKUP_DIR',
  'BACKUP_RECIPIENTS',
  'BACKUP_IDENTITY_FILE',
  'BACKUP_SECRETS',
  'BACKUP_KEEP_DAYS',
  'BACKUP_KEEP_WEEKS',
  'BACKUP_KEEP_MONTHS',
  'KEEP_PERSONS_YEARS',
  'KEEP_LOOKUPS_DAYS',
  'KEEP_SESSIONS_DAYS',
  'KEEP_NOTICES_DAYS',
  'LATE_HOURS',
  'COST_OF_HARM',
  'DOUBLE_HOURS',
  'DOUBLE_METRES',
  'MAP_TILES_URL',
  'MAP_TILES_CREDIT',
  'DEMO',
  'GUEST',
  'SERVICE_WORKER',
]);

/** The settings as they were given; of a secret, that there is one. */
export function withoutSecrets(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.keys(variables.shape).flatMap((name) => {
      const value = env[name]?.trim();
      if (!value) return [];
      return [[name, open.has(name) ? value : '(a secret, kept elsewhere)']];
    }),
  );
}
