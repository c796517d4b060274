import { createHash } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { newPasswordSchema } from '#contract/passwords.ts';
import { whyNotPassword } from '#server/features/auth/guessable.ts';
import { createSecretBox } from '#server/features/auth/secret-box.ts';
import { createTokens, hashCode, oneTimeCode, sessionHours } from '#server/features/auth/tokens.ts';
import { partly } from '#tests/support/partly.ts';
import { refusal } from './refusals.ts';

const [old, young] = ['the secret of before, long enough', 'the secret of today, long enough'];
type User = Parameters<ReturnType<typeof createTokens>['sign']>[1];
// What a token says of its user.
const user = partly<User>({
  id: 'U1',
  firstName: 'Amina',
  lastName: 'Sule',
  role: 'operator',
  state: 'Kaduna',
  zone: 'Zaria',
  picture: 'p.jpg',
  email: 'amina@hanya.test',
});
const inAnHour = () => new Date(Date.now() + 3_600_000);

const signed = (claims: object, secret: string, { alg = 'HS256', seconds = 60 } = {}) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg })
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(new TextEncoder().encode(secret));
const ours = { iss: 'hanya', aud: 'hanya sessions', sid: 'S1' };

describe('a token', () => {
  test('181b: names its session, and holds the data of its owner', async () => {
    const tokens = createTokens([young]);
    const end = new Date('2126-11-20T12:00:00.900Z');
    const token = await tokens.sign('S1', user, end);
    expect(await tokens.sessionOf(token)).toEqual({ id: 'S1' });
    expect(await tokens.sessionOf(token)).toEqual({ id: 'S1' });
    expect(decodeJwt(token)).toEqual({
      ...user,
      ...ours,
      exp: Date.parse('2126-11-20T12:00:00Z') / 1000,
    });
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(sessionHours).toBe(12);
  });

  test('that one of the known secrets signed is good', async () => {
    const token = await createTokens([old]).sign('S1', user, inAnHour());
    expect(await createTokens([young, old]).sessionOf(token)).toEqual({ id: 'S1' });
    expect(await createTokens([young]).sessionOf(token)).toBeNull();
    const fresh = await createTokens([young, old]).sign('S2', user, inAnHour());
    expect(await createTokens([young]).sessionOf(fresh)).toEqual({ id: 'S2' });
  });

  test('of another algorithm, issuer or use, without an end or a session, is forged', async () => {
    const tokens = createTokens([young]);
    expect(await tokens.sessionOf(await signed(ours, young))).toEqual({ id: 'S1' });
    for (const token of [
      await signed(ours, young, { alg: 'HS512' }),
      await signed({ ...ours, iss: 'another' }, young),
      await signed({ ...ours, aud: 'another' }, young),
      await signed({ ...ours, sid: undefined }, young),
      await signed({ ...ours, sid: 7 }, young),
      await new SignJWT(ours)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(young)),
      'nonsense',
      '',
    ])
      expect(await tokens.sessionOf(token), token).toBeNull();
  });

  test('is over with its time, whether or not it was known before', async () => {
    const tokens = createTokens([young, old]);
    const token = await signed(ours, old);
    expect(await tokens.sessionOf(token)).toEqual({ id: 'S1' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await tokens.sessionOf(token)).toBe('over');
    expect(await createTokens([young, old]).sessionOf(token)).toBe('over');
    expect(await createTokens([young]).sessionOf(token)).toBeNull();
  });

  test('is over in the very second that it names', async () => {
    const tokens = createTokens([young]);
    const end = Math.floor(Date.now() / 1000) + 60;
    const token = await tokens.sign('S1', user, new Date(end * 1000));
    expect(await tokens.sessionOf(token)).toEqual({ id: 'S1' });
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: end * 1000 - 1 });
    expect(await tokens.sessionOf(token)).toEqual({ id: 'S1' });
    vi.setSystemTime(end * 1000);
    expect(await tokens.sessionOf(token)).toBe('over');
  });
});

test('a secret that is handed out once is long, never the same, and known by its hash', () => {
  const [one, other] = [oneTimeCode(), oneTimeCode()];
  expect(one.code).toMatch(/^[\w-]{32}$/);
  expect(one.code).not.toBe(other.code);
  expect(one.hash).toBe(createHash('sha256').update(one.code).digest('hex'));
  expect(hashCode('a')).toBe('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb');
});

describe('a stored secret', () => {
  const before = createSecretBox([old]);
  const rotated = createSecretBox([young, old]);

  test('is closed each time in another way, and opened again', () => {
    const closed = before.close('a key');
    expect(closed).not.toBe(before.close('a key'));
    expect(Buffer.from(closed, 'base64')).toHaveLength(12 + 16 + 5);
    expect(before.open(closed)).toBe('a key');
    expect(before.isOfEarlier(closed)).toBe(false);
  });

  test('is opened by the secret that closed it and by no other, the newest closes', () => {
    const closed = before.close('ƙey');
    expect(rotated.open(closed)).toBe('ƙey');
    expect(rotated.isOfEarlier(closed)).toBe(true);
    const anew = rotated.close('ƙey');
    expect(before.open(anew)).toBeNull();
    expect(createSecretBox([young]).open(anew)).toBe('ƙey');
    expect(rotated.isOfEarlier(anew)).toBe(false);
  });

  test('that was changed is opened by nothing', () => {
    const bytes = Buffer.from(before.close('a key'), 'base64');
    for (const place of [0, 12, 27, 28, 32]) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(before.open(changed.toString('base64')), String(place)).toBeNull();
    }
  });

  test('that was stored before can still be opened', () => {
    expect(before.open('BwcHBwcHBwcHBwcHqKfVHDdnnDNmGh9CTTfWaZWOrBdy')).toBe('a key');
  });

  test('that is cut off is opened by nothing', () => {
    const bytes = Buffer.from(before.close('a key'), 'base64');
    for (const length of [0, 8, 20, 28, 32])
      expect(before.open(bytes.subarray(0, length).toString('base64'))).toBeNull();
  });
});

describe('a new password', () => {
  const owner = { email: 'amina.sule@kdsta.example', firstName: 'Aminatu', lastName: 'Sulaiman' };
  const sentence =
    'This password is too easy to guess. Many people use it, or it is a pattern or your own name. Use a few words that do not belong together.';

  test.each([
    'password1234',
    'aaaaaaaaaaaa',
    'qwertyuiop12',
    'hanya-hanya-zq',
    'trafficxkcdq',
    'officerxkcdq',
    'nigeria-nigeria-zq',
    'booking-booking-zq',
    'kaduna-kaduna-zq',
    'zq7ogunogun',
    'aminatuaminatu',
    'sulaimansulaiman',
    // Judged by its beginning, however good its end is.
    `${'ab'.repeat(32)}9#kQ!v2Lm7zX`,
  ])('that is tried first is refused: %s', (password) => {
    expect(refusal(whyNotPassword(password, owner))).toEqual([
      400,
      'invalid',
      sentence,
      { password: sentence },
    ]);
  });

  test.each(['lorry-quiet-eleven-fields', 'x9#kQ!v2Lm7z'])(
    'that nobody else has is taken: %s',
    (password) => {
      expect(whyNotPassword(password, owner)).toBeNull();
    },
  );

  test('is held against each part of the address', () => {
    const email = 'zqxjkvbwpf.mvhgqzk@wqjxzkd.test';
    for (const part of ['zqxjkvbwpf', 'mvhgqzkmvhgqzk', 'wqjxzkdwqjxzkd']) {
      expect(whyNotPassword(`${part}12`, owner)).toBeNull();
      expect(whyNotPassword(`${part}12`, { ...owner, email })).not.toBeNull();
    }
  });

  test('is held against the user name too', () => {
    const username = 'zqxjkvbwpf';
    expect(whyNotPassword(`${username}12`, owner)).toBeNull();
    expect(whyNotPassword(`${username}12`, { ...owner, username })).not.toBeNull();
  });
});

test('a password in full-width letters is judged, counted and kept as it reads', () => {
  const read = newPasswordSchema.parse('ｈａｎｙａｔｒａｆｆｉｃ２０２６');
  expect(read).toBe('hanyatraffic2026');
  expect(whyNotPassword(read, { email: '', firstName: '', lastName: '' })).not.toBeNull();
  // Twelve signs that are six letters with their marks.
  expect(newPasswordSchema.safeParse('e\u0301'.repeat(6)).success).toBe(false);
});
