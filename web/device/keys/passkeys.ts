import type { AssertionOptions } from '#contract/assertion-options.ts';
import { said } from '#contract/language.ts';
import type { Assertion, Registration } from '#contract/passkeys.ts';

/** The device's answer, or one sentence that says why there is none. */
export type Asked<Answer> = { is: 'answered'; answer: Answer } | { is: 'refused'; message: string };

// Fetched when a passkey is asked for: most sign-ins need none.
const loadLibrary = () => import('@simplewebauthn/browser');

/** True if this browser knows passkeys, and the page's address allows them. */
export const knowsPasskeys = (): boolean =>
  window.isSecureContext && typeof window.PublicKeyCredential === 'function';

/** Has the device make a passkey, after its owner has shown a finger, a face or a PIN. */
export const makePasskey = (options: object): Promise<Asked<Registration>> =>
  asked(async ({ startRegistration }) => {
    const made = await startRegistration({
      optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
    });
    const { clientDataJSON, attestationObject, transports = [] } = made.response;
    return {
      id: made.id,
      rawId: made.rawId,
      type: 'public-key',
      response: { clientDataJSON, attestationObject, transports },
    };
  });

/** Has one of these passkeys sign. */
export const askPasskey = (options: AssertionOptions): Promise<Asked<Assertion>> =>
  asked(async ({ startAuthentication }) => {
    const signed = await startAuthentication({
      optionsJSON: options,
    });
    const { clientDataJSON, authenticatorData, signature } = signed.response;
    return {
      id: signed.id,
      rawId: signed.rawId,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature },
    };
  });

async function asked<Answer>(
  ask: (library: Awaited<ReturnType<typeof loadLibrary>>) => Promise<Answer>,
): Promise<Asked<Answer>> {
  try {
    return { is: 'answered', answer: await ask(await loadLibrary()) };
  } catch (error) {
    return { is: 'refused', message: sentences[nameOf(error)] ?? failed };
  }
}

const failed = said('The device did not respond. Try again, or use a code.');

const sentences: Readonly<Record<string, string>> = said({
  // Closed by the person, or too late: browsers don't tell which.
  NotAllowedError: 'You did not use a passkey. Try again, or use a code.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError:
    'Passkeys do not work at this address. Open Hanya at its usual address, or use an authenticator app.',
});

/** The browser's name for the error; the library wraps it. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { cause } = error;
  return cause instanceof Error && cause.name in sentences ? cause.name : error.name;
}
