import {
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type SqlBool,
} from 'kysely';
import { describe, expect, test } from 'vitest';
import { may, type Permission, permissions, roles, staffRoles } from '#contract/roles.ts';
import type { DB } from '#server/db/tables.ts';
import type { Scope } from '#server/http/caller.ts';
import { inScope } from '#server/scope/conditions.ts';
import {
  chosenOrganisation,
  chosenPlace,
  liesInScope,
  organisationFor,
  scopeOf,
  zoneFor,
} from '#server/scope/rules.ts';
import { refusal } from './refusals.ts';

const all: Scope = { organisation: null, zone: null, demo: 'included' };
const kaduna: Scope = { ...all, organisation: 'Kaduna' };
const zaria: Scope = { ...kaduna, zone: 'Zaria' };

test('each role may do what the table of roles says, and nothing else', () => {
  const initials = { S: 'state admin', Z: 'zonal head', B: 'booking officer', O: 'operator' };
  const others = { V: 'observer', G: 'guest' };
  const named: Readonly<Record<string, string>> = { ...initials, ...others };
  const table: Record<keyof typeof permissions, string> = {
    'see the dashboard': 'SZBOVG',
    'see unpaid bookings': 'SZBOVG',
    'see paid bookings': 'SZBVG',
    'see the live map': 'SZBVG',
    'see collisions': 'SZBOVG',
    'see black spots': 'SZV',
    'settle collisions': 'SZ',
    'see insurance': 'SZBVG',
    'see driving tests': 'SZBVG',
    'see reports': 'SZBVG',
    'record a collision': 'SZBO',
    book: 'SZBO',
    'check a ticket': 'SZBOV',
    'revoke devices': 'SZ',
    'start and check a payment': 'SZBO',
    'see exceptions': 'SZV',
    'settle exceptions': 'S',
    'confirm exceptions': 'SZ',
    'withdraw a booking': 'SZ',
    'see late records': 'SZV',
    'let in late records': 'SZ',
    'see court cases': 'SZBV',
    'refer to court': 'SZB',
    'confirm court decisions': 'SZ',
    'hold records': 'SZ',
    'see disputes': 'SZBV',
    'answer disputes': 'SB',
    'uphold disputes': 'SZB',
    'see withdrawals': 'SZV',
    'cash up': 'SZV',
    'see history': 'SZV',
    'answer for personal data': 'S',
    'see reconciliation': 'SZV',
    'schedule reports': 'SZV',
    'close reports': 'S',
    'give duties': 'S',
    'see own questions': 'SZBOV',
    'answer questions': 'SZBOV',
    reconcile: 'S',
    'clear a vehicle': 'SZB',
    'export lists': 'SZV',
    'keep views': 'SZBOV',
    'see messages': 'SZV',
    'stop messages': 'SZ',
    'see users': 'SV',
    'see personnel': 'SZBOVG',
    'add and change users': 'S',
    'change own profile': 'SZBO',
    'see own profile': 'SZBOVG',
    'see the catalogue': 'SZBOVG',
    'see fees': 'SV',
    'set up the organisation': 'S',
    'set fees': 'S',
    'see operations': 'SV',
    'end own session': 'SZBOV',
  };
  expect([...roles].sort()).toEqual(Object.values(named).sort());
  expect(Object.keys(permissions).sort()).toEqual(Object.keys(table).sort());
  for (const [permission, allowed] of Object.entries(table)) {
    const who = roles.filter((role) => may(role, permission as Permission));
    expect(who.toSorted(), permission).toEqual(
      allowed
        .split('')
        .map((sign) => named[sign])
        .toSorted(),
    );
  }
  for (const role of roles) expect(may(role, 'public')).toBe(true);
  expect(staffRoles).toEqual(roles.filter((role) => role !== 'guest'));
});

describe('what an account sees', () => {
  test('is its state and its zone, and the demo where there is one', () => {
    const officer = { role: 'booking officer', state: 'Lagos', zone: 'Ikeja' } as const;
    expect(scopeOf(officer, false)).toEqual({
      organisation: 'Lagos FRSC',
      zone: 'Ikeja',
      demo: 'excluded',
    });
    expect(scopeOf({ ...officer, state: null, zone: null }, true)).toEqual(all);
  });

  test('is the demo alone for a guest, wherever they say they are', () => {
    const guest = { role: 'guest', state: 'Kaduna', zone: 'Zaria' } as const;
    expect(scopeOf(guest, true)).toEqual({ organisation: null, zone: null, demo: 'only' });
    expect(scopeOf(guest, false)).toEqual({ organisation: null, zone: null, demo: 'none' });
  });

  test('is narrowed to a chosen organisation within it', () => {
    expect(chosenOrganisation(kaduna)).toBe(kaduna);
    expect(chosenOrganisation(kaduna, 'Kaduna')).toBe(kaduna);
    expect(chosenOrganisation(all, 'Ogun')).toEqual({ ...all, organisation: 'Ogun' });
    expect(refusal(chosenOrganisation(kaduna, 'Ogun'))).toEqual([
      403,
      'out_of_scope',
      'You can see only Kaduna.',
    ]);
  });

  test('is narrowed to a chosen zone within it', () => {
    expect(chosenPlace(zaria, {})).toBe(zaria);
    expect(chosenPlace(kaduna, { zone: 'Chikun' })).toEqual({ ...kaduna, zone: 'Chikun' });
    expect(chosenPlace(zaria, { zone: 'Zaria' })).toEqual(zaria);
    expect(chosenPlace(all, { organisation: 'Ogun', zone: 'Sagamu' })).toEqual({
      ...all,
      organisation: 'Ogun',
      zone: 'Sagamu',
    });
    expect(refusal(chosenPlace(zaria, { zone: 'Chikun' }))).toEqual([
      403,
      'out_of_scope',
      'You can see only Zaria.',
    ]);
    expect(refusal(chosenPlace(zaria, { organisation: 'Ogun', zone: 'Zaria' }))).toEqual([
      403,
      'out_of_scope',
      'You can see only Kaduna.',
    ]);
  });
});

test('a zone that is left empty is the one of the maker, or headquarters', () => {
  expect(zoneFor('', zaria)).toBe('Zaria');
  expect(zoneFor('', kaduna)).toBe('Hq');
  expect(zoneFor('', all)).toBe('Hq');
  expect(zoneFor('Chikun', kaduna)).toBe('Chikun');
});

test('a record is made where its maker works', () => {
  const areasOf = (state: string) => (state === 'Kaduna' ? ['Zaria', 'Chikun'] : ['Ikeja']);
  const at = (scope: Scope, zone: string, organisation?: 'Kaduna' | 'Lagos FRSC') =>
    refusal(organisationFor({ zone, organisation }, scope, areasOf));
  expect(at(kaduna, 'Zaria')).toBe('Kaduna');
  expect(at(zaria, 'Zaria', 'Kaduna')).toBe('Kaduna');
  expect(at(all, 'Ikeja', 'Lagos FRSC')).toBe('Lagos FRSC');
  expect(at(all, 'Ikeja')).toEqual([
    400,
    'invalid',
    'Select an organisation.',
    { organisation: 'Select an organisation.' },
  ]);
  expect(at(kaduna, 'Ikeja', 'Lagos FRSC')).toEqual([
    403,
    'out_of_scope',
    'You can see only Kaduna.',
  ]);
  expect(at(kaduna, 'Ikeja')).toEqual([
    400,
    'invalid',
    'Ikeja is not a zone of Kaduna.',
    { zone: 'Ikeja is not a zone of Kaduna.' },
  ]);
  expect(at(zaria, 'Chikun')).toEqual([403, 'out_of_scope', 'You can see only Zaria.']);
  expect(at(kaduna, 'Hq')).toBe('Kaduna');
  expect(at(zaria, 'Hq')).toEqual([403, 'out_of_scope', 'You can see only Zaria.']);
});

const records = ['Kaduna', 'Ogun'].flatMap((organisation) =>
  ['Zaria', 'Chikun'].flatMap((zone) =>
    [true, false].map((demo) => ({ organisation, zone, demo })),
  ),
);
const scopes: Scope[] = [null, 'Kaduna' as const].flatMap((organisation) =>
  [null, 'Zaria'].flatMap((zone) =>
    (['only', 'included', 'excluded', 'none'] as const).map((demo) => ({
      organisation,
      zone,
      demo,
    })),
  ),
);

test('a record lies in a scope with its organisation, its zone and its side of the demo', () => {
  for (const scope of scopes)
    for (const record of records) {
      const isIn =
        scope.demo !== 'none' &&
        [null, record.organisation].includes(scope.organisation) &&
        [null, record.zone].includes(scope.zone) &&
        { only: record.demo, included: true, excluded: !record.demo }[scope.demo];
      expect(liesInScope(record, scope), JSON.stringify([scope, record])).toBe(isIn);
    }
});

/** Compiles queries, and asks nobody. */
const db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The condition as PostgreSQL gets it, with its values in their places. */
function written(condition: Expression<SqlBool>): string {
  const { sql, parameters } = db.selectNoFrom((eb) => eb.and([condition]).as('fits')).compile();
  return parameters.reduce<string>(
    (text, value, place) => text.replace(`$${place + 1}`, String(value)),
    sql.replace(/^select (.+) as "fits"$/, '$1').replaceAll('"', ''),
  );
}

describe('a query', () => {
  const placed = (scope: Scope) => written(inScope('payments', scope));

  test('of placed records begins with the whole scope', () => {
    expect(placed(all)).toBe('(true)');
    expect(placed(zaria)).toBe(
      '(true and payments.organisation = Kaduna and payments.zone = Zaria)',
    );
    expect(placed({ ...all, demo: 'only' })).toBe('(true and payments.demo = true)');
    expect(placed({ ...kaduna, demo: 'excluded' })).toBe(
      '(true and payments.organisation = Kaduna and payments.demo = false)',
    );
    expect(placed({ ...all, demo: 'none' })).toBe('false');
    expect(written(inScope('bookings', { ...all, demo: 'only' }))).toBe(
      '(true and bookings.demo = true)',
    );
  });

  test('of users begins with the whole scope', () => {
    const ofUsers = (scope: Scope) => written(inScope('users', scope));
    expect(ofUsers(all)).toBe('(true)');
    expect(ofUsers({ ...zaria, demo: 'only' })).toBe(
      '(true and users.state = Kaduna and users.zone = Zaria and users.demo = true)',
    );
    expect(ofUsers({ ...all, organisation: 'Lagos FRSC', demo: 'excluded' })).toBe(
      '(true and users.state = Lagos and users.demo = false)',
    );
    expect(ofUsers({ ...zaria, demo: 'none' })).toBe('false');
  });

  test('of bookings begins with the whole scope', () => {
    const ofBookings = (scope: Scope) => written(inScope('bookings', scope));
    expect(ofBookings({ ...zaria, demo: 'only' })).toBe(
      '(true and bookings.organisation = Kaduna and bookings.zone = Zaria and bookings.demo = true)',
    );
    expect(ofBookings({ ...zaria, demo: 'none' })).toBe('false');
  });

  test('names a table whose rows lie in a place, or one without zones for all of them', () => {
    // @ts-expect-error: nothing of an attempt lies in a place.
    inScope('attempts', all);
    // @ts-expect-error: a statement is of no zone.
    inScope('statements', zaria);
    expect(written(inScope('statements', { ...kaduna, zone: null }))).toBe(
      '(true and statements.organisation = Kaduna)',
    );
  });
});
