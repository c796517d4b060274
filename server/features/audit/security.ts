import type { Actor } from '#server/http/caller.ts';
import type { SecurityEvent } from '#server/http/security-events.ts';
import type { Change } from './rules.ts';

/** What an account may do and see, as its record has it. */
const rights = ['role', 'state', 'zone', 'active'] as const;

/** The security event that a change is; null for most of them. */
export function securityEventOf(actor: Actor, change: Change): SecurityEvent | null {
  const { event, id } = change;
  const by = { account: actor.id, address: actor.address };
  const concerns = change.record === 'user' && id !== actor.id ? id : '';
  if (event.endsWith('.exported')) return { kind: 'export', ...by, about: event.slice(0, -9) };
  if (event.startsWith('user.factor-') && event !== 'user.factor-begun')
    return { kind: 'second factor', ...by, concerns, about: event.slice('user.factor-'.length) };
  if (event === 'user.password-changed' || event === 'user.password-reset')
    return { kind: 'password', ...by, concerns, about: event.slice('user.password-'.length) };
  if (event === 'user.sessions-ended' && concerns !== '')
    return { kind: 'session ended', ...by, concerns, about: 'by another' };
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
