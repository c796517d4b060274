import { beforeAll, describe, expect, test } from 'vitest';
import type { KnownDevices } from '#contract/modules/field-work/devices.ts';
import {
  barePlate,
  readScanned,
  signedAddress,
  type TicketClaim,
} from '#contract/signed-tickets.ts';
import { createAuthorityKeys } from '#server/modules/field-work/devices/authority-keys.ts';
import { isOutdated } from '#server/modules/field-work/devices/rules.ts';
import { derivedKeys } from '#server/process/derived-keys.ts';
import { qrCode } from '#server/qr-code.ts';
import { aPhone, aTicketOfKaduna, type Phone, publicUrl } from '#tests/support/devices.ts';
import { wordsOf } from '#web/modules/field-work/check-ticket/verdict-words.ts';
import { verdictOf } from '#web/modules/field-work/check-ticket/verdict.ts';

const secret = 'the secret of this authority, long enough';
const authority = createAuthorityKeys(derivedKeys([secret]));
const anotherAuthority = createAuthorityKeys(
  derivedKeys(['the secret of another authority, long enough']),
);

const day = 86_400_000;
const now = Date.parse('2026-11-22T12:00:00.000Z');
const madeAt = new Date('2026-11-22T08:12:31.000Z');
const says = {
  officer: { id: 'U1', name: 'Hauwa Bello' },
  organisation: 'Kaduna',
  zone: 'Zaria',
} as const;

let phone: Phone;
let other: Phone;
beforeAll(async () => {
  [phone, other] = [await aPhone(), await aPhone()];
});

interface Knowing {
  by?: typeof authority;
  revokedAt?: string | null;
  from?: number;
  until?: number;
  organisation?: 'Kaduna' | 'Ogun';
}

/** What a phone knows that was told of `phone` alone. */
async function knowing({
  by = authority,
  revokedAt = null,
  from,
  until,
  organisation,
}: Knowing = {}) {
  const [begins, ends] = [from ?? now - 20 * day, until ?? now + 10 * day];
  const named = { sub: phone.id, key: phone.key, ...says, ...(organisation && { organisation }) };
  const certificate = await by.certify(named, new Date(begins), new Date(ends));
  return {
    publicUrl,
    organisation: 'Kaduna',
    keys: [...authority.known],
    devices: [{ id: phone.id, certificate, revokedAt }],
    at: new Date(now).toISOString(),
  } satisfies KnownDevices;
}

const scan = async (address: string, known: KnownDevices | null, at = now) =>
  verdictOf(address, known, at);

const signed = (changes: Partial<TicketClaim> = {}) => phone.sign({ madeAt, ...changes });

describe('a ticket that a phone signed', () => {
  test('is genuine to another phone, which says by whom, when and how much', async () => {
    const verdict = await scan(await signed(), await knowing());
    expect(verdict).toMatchObject({
      is: 'genuine',
      claim: { ...aTicketOfKaduna, madeAt, signer: phone.id },
      by: says,
      clock: 'fits',
    });
    expect(wordsOf(verdict, 'Kaduna', now)).toEqual({
      kind: 'ok',
      heading: 'Genuine',
      why: 'The phone of Hauwa Bello, Zaria, signed this ticket. Nobody has changed the ticket since.',
    });
  });

  test.each<[string, Partial<TicketClaim>]>([
    ['code', { code: 'ABCDEFGH012345678A' }],
    ['organisation', { organisation: 'Ogun' }],
    ['plate', { plate: 'ABC123XZ' }],
    ['plate taken away', { plate: '' }],
    ['amount', { price: 2_000 }],
    ['time', { madeAt: new Date(madeAt.getTime() + 1000) }],
    ['version', { version: 2 }],
  ])('is not genuine with another %s', async (_what, changes) => {
    const scanned = readScanned(await signed());
    if (!scanned?.signed) throw new Error('It is signed.');
    const claim = { ...scanned.signed.claim, ...changes };
    const altered = signedAddress(publicUrl, claim, scanned.signed.signature);
    const known = { ...(await knowing()), organisation: null };
    expect(await scan(altered, known)).toMatchObject({ is: 'altered' });
  });

  test('says its version once it was corrected, and not before, as older codes do', async () => {
    const corrected = await signed({ version: 12 });
    expect(await scan(corrected, await knowing())).toMatchObject({
      is: 'genuine',
      claim: { ...aTicketOfKaduna, version: 12 },
    });
    const first = await signed();
    expect(first).toContain('#1.');
    expect(readScanned(first)?.signed?.claim).not.toHaveProperty('version');
    for (const forged of [corrected.replace('#2.', '#1.'), first.replace('#1.', '#2.')])
      expect(await scan(forged, await knowing()), forged).not.toMatchObject({ is: 'genuine' });
  });

  test('is not genuine with any letter of its signature changed', async () => {
    const address = await signed();
    const known = await knowing();
    for (let back = 2; back <= 103; back += 12) {
      const at = address.length - back;
      const letter = address[at] === '7' ? '8' : '7';
      const changed = address.slice(0, at) + letter + address.slice(at + 1);
      expect(await scan(changed, known), String(back)).toMatchObject({ is: 'altered' });
    }
  });

  test.each<[string, Knowing, string, RegExp]>([
    [
      'of another authority',
      { by: anotherAuthority },
      'of an uncertified device',
      /no certificate/,
    ],
    [
      'revoked after it was made',
      { revokedAt: '2026-11-22T10:00:00.000Z' },
      'of a revoked device',
      /out of use on .+ anyone who has the phone can fake that/,
    ],
    [
      'revoked before it was made',
      { revokedAt: '2026-11-21T10:00:00.000Z' },
      'of a revoked device',
      /issued after that/,
    ],
    [
      'whose certificate has ended',
      { until: now - day },
      'out of its time',
      /ended on .+ a later time/,
    ],
    [
      'that moved to another organisation',
      { organisation: 'Ogun' },
      'of another organisation',
      /Kaduna/,
    ],
  ])('is not taken from a phone %s', async (_what, told, is, words) => {
    const verdict = await scan(await signed(), await knowing(told));
    expect(verdict).toMatchObject({ is });
    const { kind, why } = wordsOf(verdict, 'Kaduna', now);
    expect(kind).not.toBe('ok');
    expect(why).toMatch(words);
  });

  test('stays genuine after its certificate has ended, if it was made before', async () => {
    const known = await knowing({ until: madeAt.getTime() + 1000 });
    expect(await scan(await signed(), known, now + 60 * day)).toMatchObject({ is: 'genuine' });
  });

  test('is not told from a forged one by a phone that does not know its phone', async () => {
    const known = await knowing();
    const verdict = await scan(await other.sign({ madeAt }), known);
    expect(verdict).toMatchObject({ is: 'of an unknown device' });
    expect(wordsOf(verdict, 'Kaduna', now)).toMatchObject({ kind: 'warn' });
    const ofOgun = await scan(await other.sign({ madeAt, organisation: 'Ogun' }), known);
    expect(ofOgun).toMatchObject({ is: 'of another organisation' });
    expect(await scan(await signed(), null)).toMatchObject({ is: 'not told' });
  });

  test('with another phone’s name on it is not genuine', async () => {
    const known = await knowing();
    const [device] = known.devices;
    if (!device) throw new Error('One is known.');
    const posing = { ...known, devices: [{ ...device, id: other.id }] };
    expect(await scan(await other.sign({ madeAt }), posing)).toMatchObject({
      is: 'of an uncertified device',
    });
  });

  test('from the future of this device’s clock, or from before its certificate, is doubted', async () => {
    const known = await knowing();
    const ahead = await scan(await signed(), known, madeAt.getTime() - 3_600_000);
    expect(ahead).toMatchObject({ is: 'genuine', clock: 'later than here' });
    expect(wordsOf(ahead, 'Kaduna', now)).toMatchObject({
      kind: 'warn',
      doubt: expect.any(String) as string,
    });
    const before = await scan(await signed(), await knowing({ from: now - 3_600_000 }));
    expect(before).toMatchObject({ is: 'genuine', clock: 'before its certificate' });
    expect(wordsOf(before, 'Kaduna', now)).toMatchObject({ kind: 'warn' });
    const nearly = await scan(await signed(), known, madeAt.getTime() - 240_000);
    expect(nearly).toMatchObject({ is: 'genuine', clock: 'fits' });
  });
});

describe('a paper that the server printed', () => {
  const { code, organisation, plate, price } = aTicketOfKaduna;
  const printed = (keys = authority) => {
    const { claim, signature } = keys.signTicket({ code, organisation, plate, price, madeAt });
    return signedAddress(publicUrl, claim, signature);
  };

  test('is genuine by the authority’s key, also by the one of before', async () => {
    const known = await knowing();
    expect(await scan(printed(), known)).toMatchObject({ is: 'genuine', by: null });
    const rotated = createAuthorityKeys(
      derivedKeys(['a new secret, which is long enough too', secret]),
    );
    const told = { ...known, keys: [...rotated.known] };
    expect(await scan(printed(), told)).toMatchObject({ is: 'genuine' });
    expect(await scan(printed(rotated), told)).toMatchObject({ is: 'genuine' });
    expect(await scan(await signed(), told)).toMatchObject({ is: 'genuine' });
    expect(await scan(printed(rotated), known)).toMatchObject({ is: 'of an unknown device' });
  });

  test('of another authority, or altered, is not', async () => {
    const known = await knowing();
    expect(await scan(printed(anotherAuthority), known)).toMatchObject({
      is: 'of an unknown device',
    });
    expect(await scan(printed().replace('.12000.', '.2000.'), known)).toMatchObject({
      is: 'altered',
    });
  });
});

test.each([
  ['https://traffic.example/t/ABCDEFGH0123456789', 'not signed'],
  ['https://traffic.example/t/ABCDEFGH0123456789#1.made.up', 'not signed'],
  ['https://traffic.exampIe/t/ABCDEFGH0123456789', 'of another site'],
  ['http://traffic.example/t/ABCDEFGH0123456789', 'of another site'],
  ['https://traffic.example/t/abc', 'no ticket'],
  ['https://traffic.example/u/ABCDEFGH0123456789', 'no ticket'],
  ['javascript:alert(1)//t/ABCDEFGH0123456789', 'no ticket'],
  ['', 'no ticket'],
])('%s is %s', async (text, is) => {
  expect(await scan(text, await knowing())).toMatchObject({ is });
});

test('what a code holds comes back, and fits into a code that prints well', () => {
  const long = {
    code: 'Z'.repeat(18),
    organisation: 'Abuja FRSC',
    plate: barePlate('kad-123 ab / ọ12345678901234567890'),
    price: 999_999_999,
    madeAt: new Date('2099-12-31T23:59:59.000Z'),
  } as const;
  const { claim, signature } = authority.signTicket(long);
  const address = signedAddress('https://traffic.kaduna.gov.ng', claim, signature);
  expect(readScanned(address)).toEqual({
    origin: 'https://traffic.kaduna.gov.ng',
    code: long.code,
    signed: { claim, signature: Uint8Array.from(signature) },
  });
  expect(claim.plate).toBe('KAD123AB123456789012');
  expect(address.length).toBeLessThanOrEqual(300);
  // 57 modules a side are version 10.
  expect(qrCode(address).size).toBeLessThanOrEqual(57);
});

test('a certificate is made anew in time, for another name or place, and by a newer key', async () => {
  const newest = authority.known[0]?.id ?? '';
  const [start, end] = [new Date(now), new Date(now + 30 * day)];
  const certificate = await authority.certify(
    { sub: phone.id, key: phone.key, ...says },
    start,
    end,
  );
  const outdated = (changes = {}, days = 0, key = newest) =>
    isOutdated(certificate, { ...says, ...changes }, key, new Date(now + days * day));
  expect(outdated()).toBe(false);
  expect(outdated({}, 9)).toBe(false);
  expect(outdated({}, 11)).toBe(true);
  expect(outdated({ officer: { id: 'U1', name: 'Hauwa Musa' } })).toBe(true);
  expect(outdated({ zone: null })).toBe(true);
  expect(outdated({ organisation: null })).toBe(true);
  expect(outdated({}, 0, 'ANOTHER')).toBe(true);
});

test('the keys of an installation follow from its secret alone', () => {
  expect(createAuthorityKeys(derivedKeys([secret])).known).toEqual(authority.known);
  expect(anotherAuthority.known).not.toEqual(authority.known);
  expect(createAuthorityKeys(derivedKeys(['new', secret])).known[1]).toEqual(authority.known[0]);
});
