import { makeAccount, testPassword } from '../support/factories.ts';
import { expect, test } from './support/test.ts';

test('a passkey is added, and signs in after the password', async ({ engine, person, server }) => {
  test.skip(engine === 'webkit', 'WebKitGTK has no passkeys, and its driver no authenticator.');
  const { id, email } = await server.query((db) => makeAccount(db, 'booking officer'));
  // Passkeys belong to a name, never to a number.
  const origin = server.url.replace('127.0.0.1', 'localhost');
  const enterPassword = async () => {
    await person.open(`${origin}/signin`);
    await person.fill('Email', email);
    await person.fill('Password', testPassword);
    await person.press('Login');
  };
  await enterPassword();
  await person.role('heading', 'Base');
  await person.ask('authenticator', {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    isUserConsenting: true,
  });
  await person.open(`${origin}/security`);
  await person.press('Add a passkey');
  await person.fill('Name of the passkey', 'Work phone');
  await person.press('Add passkey');
  await person.press('I have written the codes down');
  await person.sees(/Work phone/, await person.role('list', 'Passkeys'));
  const passkeys = await server.query((db) =>
    db.selectFrom('passkeys').select('id').where('user_id', '=', id).execute(),
  );
  expect(passkeys).toHaveLength(1);

  await person.press('Logout');
  await person.reaches('/signin');
  await enterPassword();
  await person.press('Use a passkey');
  await person.role('heading', 'Base');
});
