import type { AuditEvent } from '#contract/events.ts';
import type { Actor } from '#server/http/caller.ts';
import type { SecurityEvent } from '#server/http/security-events.ts';
import type { Change } from './rules.ts';

/** The rights of an account, as its record has them. */
const rights = ['role', 'state', 'zone', 'active'] as const;

/** The changes of somebody's second factor. */
const factorChanges: Partial<Record<AuditEvent, string>> = {
  'user.factor-added': 'added',
  'user.factor-removed': 'removed',
  'user.factor-reset-asked': 'called lost',
  'user.factors-taken': 'taken away',
  'user.recovery-codes-made': 'new recovery codes',
};

/** The security event that a change is; null for most of them. */
export function securityEventOf(actor: Actor, change: Change): SecurityEvent | null {
  const { event, id } = change;
  const by = { account: actor.id, address: actor.address };
  const concerns = change.record === 'user' && id !== actor.id ? id : '';
  if (event.endsWith('.exported')) return { kind: 'export', ...by, about: event.slice(0, -9) };
  const ofFactor = factorChanges[event];
  if (ofFactor) return { kind: 'second factor', ...by, concerns, about: ofFactor };
  if (event === 'role.factor-required')
    return { kind: 'second factor', ...by, about: `required of ${id}` };
  if (event === 'user.password-changed' || event === 'user.password-reset')
    return { kind: 'password', ...by, concerns, about: event.slice('user.password-'.length) };
  if (event === 'user.sessions-ended' && concerns !== '')
    return { kind: 'session ended', ...by, concerns, about: 'by another' };
  if (event === 'user.devices-revoked' && concerns !== '')
    return { kind: 'session ended', ...by, concerns, about: 'device revoked by another' };
  if (event === 'user.added' || event === 'user.registered')
    return {
      kind: 'rights',
      ...by,
      concerns: id,
      about: `added as ${valueOf(change.after, 'role')}`,
    };
  if (event === 'user.changed') {
    const changed = rights
      .filter((name) => valueOf(change.before, name) !== valueOf(change.after, name))
      .map((name) => `${name} ${valueOf(change.before, name)} → ${valueOf(change.after, name)}`);
    return changed.length === 0
      ? null
      : { kind: 'rights', ...by, concerns: id, about: changed.join(', ') };
  }
  return null;
}

function valueOf(record: object | null, name: string): string {
  const value: unknown = record && name in record ? record[name as keyof typeof record] : undefined;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : 'none';
}
