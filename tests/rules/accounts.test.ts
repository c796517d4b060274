import { describe, expect, test } from 'vitest';
import {
  differences,
  emailTaken,
  placeAfter,
  type Standing,
  whyNotChanged,
  whyNotPlaced,
} from '#server/features/users/rules.ts';
import {
  type Hand,
  standingBeside,
  whyNotBegunBy,
  whyNotConfirmedBy,
  whyNotUndoneBy,
} from '#server/features/users/second-person/rules.ts';
import { refusal } from './refusals.ts';

const statusOf = (refused: unknown): unknown => (Array.isArray(refused) ? refused[0] : refused);

const areasOf = (state: string) => (state === 'Kaduna' ? ['Zaria', 'Chikun'] : ['Sagamu']);

describe('the place of an account', () => {
  const everywhere = { state: null, zone: null };
  const kaduna = { state: 'Kaduna', zone: null } as const;
  const zaria = { state: 'Kaduna', zone: 'Zaria' } as const;

  test('lies within what the giver holds', () => {
    for (const holder of [everywhere, kaduna, zaria])
      expect(whyNotPlaced(zaria, holder, areasOf)).toBeNull();
    expect(whyNotPlaced(everywhere, everywhere, areasOf)).toBeNull();
    expect(whyNotPlaced(kaduna, kaduna, areasOf)).toBeNull();
    const only = (where: string, field: string) => {
      const sentence = `You cannot give more access than you have. You can see only ${where}.`;
      return [403, 'out_of_scope', sentence, { [field]: sentence }];
    };
    expect(refusal(whyNotPlaced(everywhere, kaduna, areasOf))).toEqual(only('Kaduna', 'state'));
    expect(refusal(whyNotPlaced(kaduna, zaria, areasOf))).toEqual(only('Kaduna, Zaria', 'zone'));
    const ogun = { state: 'Ogun', zone: 'Zaria' } as const;
    expect(refusal(whyNotPlaced(ogun, zaria, areasOf))).toEqual(only('Kaduna, Zaria', 'state'));
    const anyZaria = { state: null, zone: 'Zaria' };
    expect(refusal(whyNotPlaced(kaduna, anyZaria, areasOf))).toEqual(only('Zaria', 'zone'));
  });

  test('is one that there is', () => {
    const zone = (sentence: string) => [400, 'invalid', sentence, { zone: sentence }];
    expect(refusal(whyNotPlaced({ state: null, zone: 'Zaria' }, everywhere, areasOf))).toEqual(
      zone('Select a state for this zone.'),
    );
    expect(refusal(whyNotPlaced({ state: 'Ogun', zone: 'Zaria' }, everywhere, areasOf))).toEqual(
      zone('Zaria is not a zone of Ogun.'),
    );
  });

  test('stays as far as a change says nothing of it', () => {
    expect(placeAfter(zaria, {})).toEqual(zaria);
    expect(placeAfter(zaria, { state: 'Ogun', zone: null })).toEqual({ state: 'Ogun', zone: null });
    expect(placeAfter(zaria, { state: null })).toEqual({ state: null, zone: 'Zaria' });
  });
});

describe('a change of an account', () => {
  const officer: Standing = {
    id: 'officer',
    email: 'officer@hanya.test',
    role: 'booking officer',
    active: true,
    state: 'Kaduna',
    zone: 'Zaria',
    addedBy: null,
    ownPassword: true,
    isUnused: false,
  };
  const admin: Standing = { ...officer, id: 'admin', role: 'state admin', zone: null };
  const why = (target: Standing, by: Standing, body: object) =>
    refusal(whyNotChanged(target, by, body, areasOf));
  const forbidden = (sentence: string) => [403, 'forbidden', sentence];
  const emailStays = forbidden(
    'You cannot change an email address. Add a new user with the new address.',
  );

  test('by a state admin in their place is made', () => {
    expect(why(officer, admin, { role: 'operator', zone: 'Chikun', active: false })).toBeNull();
    expect(why(officer, admin, { id: 'officer', email: officer.email })).toBeNull();
  });

  test('by a closed account is refused', () => {
    expect(why(officer, { ...admin, active: false }, {})).toEqual(
      forbidden('Your account is no longer active. Ask a state admin to activate it.'),
    );
  });

  test('of others is for state admins who look after them', () => {
    expect(why(officer, { ...officer, id: 'other' }, {})).toEqual(
      forbidden('You can change only your own account. Your role is booking officer.'),
    );
    expect(why(officer, { ...admin, state: 'Ogun' }, {})).toEqual([
      404,
      'not_found',
      'This user does not exist, or you cannot see it.',
    ]);
    expect(statusOf(why(officer, { ...admin, zone: 'Chikun' }, {}))).toBe(404);
    expect(why(officer, admin, { email: 'other@hanya.test' })).toEqual(emailStays);
    expect(statusOf(why(officer, admin, { zone: 'Sagamu' }))).toBe(400);
    expect(statusOf(why(officer, { ...admin, zone: 'Zaria' }, { zone: 'Chikun' }))).toBe(403);
    const elsewhere = 'The id in the body is not the one in the address.';
    expect(why(officer, admin, { id: 'admin' })).toEqual([
      400,
      'invalid',
      elsewhere,
      { id: elsewhere },
    ]);
  });

  test('of one’s own gives nobody more, and takes no rights away', () => {
    expect(why(officer, officer, { firstName: 'Amina', email: officer.email })).toBeNull();
    expect(why(officer, officer, { role: 'booking officer', active: true })).toBeNull();
    expect(why(officer, officer, { email: 'other@hanya.test' })).toEqual(emailStays);
    expect(why(admin, admin, { role: 'operator' })).toEqual(
      forbidden('You cannot change your own role. Ask a state admin.'),
    );
    expect(why(admin, admin, { active: false })).toEqual(
      forbidden('You cannot deactivate your own account. Ask a state admin.'),
    );
    expect(why(admin, admin, { zone: 'Zaria' })).toBeNull();
    const sentence =
      'You can see only Kaduna, Zaria. You can narrow your access yourself. To see more, or another zone, ask a state admin.';
    expect(why(officer, officer, { zone: null })).toEqual([
      403,
      'out_of_scope',
      sentence,
      { zone: sentence },
    ]);
  });

  test('that leaves the place alone does not judge it anew', () => {
    const former = { ...officer, zone: 'a zone of before' };
    expect(why(former, admin, { firstName: 'Amina', zone: former.zone })).toBeNull();
    expect(statusOf(why(former, admin, { state: 'Ogun' }))).toBe(403);
  });
});

test('what changed is told before and after, and nothing where nothing did', () => {
  expect(differences({ a: 1, b: 2 }, { a: 1, b: 2 })).toBeNull();
  expect(differences({ a: 1, b: 2, c: 3 }, { a: 1, b: 5, c: 6 })).toEqual({
    before: { b: 2, c: 3 },
    after: { b: 5, c: 6 },
  });
});

test('an address that has an account is refused at its field', () => {
  expect(refusal(emailTaken)).toEqual([
    409,
    'email_taken',
    'This email address already has an account. Enter another one.',
    { email: 'This email address already has an account.' },
  ]);
});

describe('a second person', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const createdAt = new Date('2026-11-01T12:00:00Z');
  const standing = { active: true, demo: false };
  const first: Hand = { id: 'first', addedBy: null, ownPassword: true, createdAt, ...standing };
  const second: Hand = { id: 'second', addedBy: null, ownPassword: true, createdAt, ...standing };
  const confirms = (changes: Partial<Hand>, of: Partial<Hand> = {}) =>
    refusal(whyNotConfirmedBy({ ...second, ...changes }, { ...first, ...of }, now));
  const undoes = (changes: Partial<Hand>, of: Partial<Hand> = {}) =>
    refusal(whyNotUndoneBy({ ...second, ...changes }, { ...first, ...of }, now));

  test('has a password that nobody else knows, and an account of three days', () => {
    for (const may of [confirms, undoes]) {
      expect(may({})).toBeNull();
      expect(may({ createdAt: new Date('2026-11-17T12:00:00Z') })).toBeNull();
      expect(may({ createdAt: new Date('2026-11-17T12:00:00.001Z') })).toEqual([
        403,
        'new_account',
        'Your account must be 3 days old before you can do this. Ask somebody whose account is older.',
      ]);
      expect(may({ ownPassword: false })).toEqual([
        403,
        'first_password',
        'Somebody else knows your password. Set your own password first. Open the link in your email, or select Forgot password on the sign-in page.',
      ]);
    }
  });

  test('neither added the first nor was added by them', () => {
    const related = [
      409,
      'related_accounts',
      'You added the other person’s account, or they added yours. Somebody else must confirm this.',
    ];
    expect(confirms({ addedBy: 'first' })).toEqual(related);
    expect(confirms({}, { addedBy: 'second' })).toEqual(related);
    expect(confirms({ addedBy: 'third' }, { addedBy: 'third' })).toBeNull();
  });

  test('confirms only what an open account of the same world began', () => {
    const begins = (of: Partial<Hand>, changes: Partial<Hand> = {}) =>
      whyNotBegunBy({ ...second, ...changes }, { ...first, ...of })?.code ?? null;
    expect(begins({})).toBeNull();
    expect(begins({ demo: true }, { demo: true })).toBeNull();
    expect(begins({ active: false })).toBe('closed_account');
    expect(begins({ demo: true })).toBe('other_world');
    expect(begins({}, { demo: true })).toBe('other_world');
    expect(begins({ demo: true, active: false })).toBe('other_world');
  });

  test('undoes daily work of an account that they added, once they no longer know its password', () => {
    expect(undoes({}, { addedBy: 'second' })).toBeNull();
    expect(undoes({ addedBy: 'first' }, { ownPassword: false })).toBeNull();
    expect(undoes({}, { addedBy: 'second', ownPassword: false })).toEqual([
      409,
      'related_accounts',
      'You know the password of the account that did this. Ask another person.',
    ]);
  });
});

test('who can be the second person is said for each account, and from when for one that is only new', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const of = (id: string, more: Partial<Hand> = {}): Hand => ({
    id,
    addedBy: null,
    ownPassword: true,
    createdAt: new Date('2026-01-01T00:00:00Z'),
    active: true,
    demo: false,
    ...more,
  });
  const first = of('first', { addedBy: 'adder' });
  const created = new Date('2026-11-19T08:00:00Z');
  const standing = (more: Partial<Hand>, id = 'second') => standingBeside(of(id, more), first, now);
  expect(standing({})).toEqual({ not: null, from: null });
  expect(standing({ addedBy: 'somebody' })).toEqual({ not: null, from: null });
  expect(standing({ addedBy: 'first' })).toEqual({ not: 'related account', from: null });
  expect(standing({}, 'adder')).toEqual({ not: 'related account', from: null });
  expect(standing({ ownPassword: false })).toEqual({ not: 'first password', from: null });
  expect(standing({ createdAt: created })).toEqual({
    not: 'new account',
    from: '2026-11-22T08:00:00.000Z',
  });
  // Waiting would not help.
  expect(standing({ createdAt: created, addedBy: 'first' })).toEqual({
    not: 'related account',
    from: null,
  });
});
