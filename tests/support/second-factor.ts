import { Secret, TOTP } from 'otpauth';
import { addPasskey, beginPasskey } from '#contract/passkeys.ts';
import { addApp, confirmApp } from '#contract/second-factor.ts';
import { login, type SignInStep } from '#contract/sign-in.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';
import { type Client, createClient, openSession } from './client.ts';
import { testPassword } from './factories.ts';
import { makePerson, type Staff } from './people.ts';
import type { TestApp } from './test-app.ts';

/** What an authenticator app shows, so many half minutes from now. */
export function codeOf(secret: string, halfMinutes = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + halfMinutes * 30_000 });
}

/** Sets up an authenticator app with the code of the half minute before. */
export async function turnOnApp(
  client: Client,
): Promise<{ secret: string; recoveryCodes: readonly string[] }> {
  const { secret } = (await client.ok(addApp)).data;
  const confirm = () => client.call(confirmApp, { body: { code: codeOf(secret, -1) } });
  // A half minute may end between making the code and its arrival: it is then two of them old.
  const first = await confirm();
  const { status, body } = first.status === 400 ? await confirm() : first;
  if (status !== 200) throw new Error(`The app was refused: ${JSON.stringify(body)}`);
  return { secret, recoveryCodes: confirmApp.response.parse(body).data };
}

/** Somebody who signs in with an authenticator app as well. */
export async function withApp(app: TestApp, role: Staff = 'operator') {
  const person = await makePerson(app, role);
  return { ...person, ...(await turnOnApp(person)) };
}

/** Where the pages of a test's product are that may use passkeys. */
export const passkeyOrigin = ({ url }: Pick<TestApp, 'url'>): string =>
  url.replace('127.0.0.1', 'localhost');

/** Adds the passkey of a new device. */
export async function turnOnPasskey(
  app: TestApp,
  client: Client,
  name = 'Phone',
): Promise<{ device: Authenticator; recoveryCodes: readonly string[] }> {
  const device = createAuthenticator(passkeyOrigin(app));
  const { data } = await client.ok(beginPasskey);
  const body = { name, passkey: device.register(data.challenge) };
  const { data: recoveryCodes } = await client.ok(addPasskey, { body });
  return { device, recoveryCodes };
}

/** What a password is answered with where a second factor is asked for. */
export async function wholeStepOf(app: TestApp, email: string): Promise<SignInStep> {
  const body = { email, password: testPassword };
  const answer = await createClient(app.url).ok(login, { body });
  if (!('step' in answer)) throw new Error('No second factor is asked for.');
  return answer;
}

export const stepOf = async (app: TestApp, email: string): Promise<string> =>
  (await wholeStepOf(app, email)).step;

/** An account that is half signed in, with the code that ends its sign-in. */
export async function anAccountWithApp(
  app: TestApp,
  email: string,
): Promise<{ step: string; code: string }> {
  const { client } = await openSession(app.url, email);
  const { secret } = await turnOnApp(client);
  return { step: await stepOf(app, email), code: codeOf(secret) };
}
