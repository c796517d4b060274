import { useState } from 'react';
import type { AssertionOptions } from '#contract/assertion-options.ts';
import { said } from '#contract/language.ts';
import type { SignInStep } from '#contract/sign-in.ts';
import { useSay } from '#web/device/language.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice, RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { IconKey } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './auth.module.css';
import type { OnSession } from './sign-in-page.tsx';
import { loadAuthCalls, useAuthForm } from './use-auth-form.ts';

interface CodeFormProps {
  /** The server's answer to the password. */
  step: SignInStep;
  onSession: OnSession;
  onBack: () => void;
}

/** The second step of a sign-in: a passkey, a code of the app, or a recovery code. */
export function CodeForm({ step: { step, app, passkey }, onSession, onBack }: CodeFormProps) {
  const say = useSay();
  const form = useAuthForm({
    initial: { code: '' },
    send: ({ enterCode }, { code }) => enterCode(step, code),
    onAnswer: ({ token, user }) => onSession(token, user),
    failed: said('Hanya could not sign you in. Try again.'),
  });
  return (
    <div className="column gap-7">
      <form
        className={classNames('column gap-7', css['fields'])}
        noValidate
        onSubmit={(event) => void form.submit(event)}
      >
        {passkey && <PasskeyButton step={step} options={passkey} onSession={onSession} />}
        {passkey && <p className={classNames('row gap-6 small quiet', css['or'])}>{say('or')}</p>}
        <RefusalNotice>{form.refusal?.message ?? ''}</RefusalNotice>
        <TextField
          label={say('Code')}
          hint={say(
            app
              ? 'Enter the six digits from your authenticator app, or one of your recovery codes.'
              : 'Enter one of your recovery codes.',
          )}
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoFocus={passkey === null}
          {...form.input('code')}
        />
        <Button
          type="submit"
          variant={passkey ? 'default' : 'primary'}
          size="lg"
          wide
          loading={form.sending}
          loadingLabel={say('Signing in')}
        >
          {say('Login')}
        </Button>
        <Button variant="link" onClick={onBack}>
          {say('Back to the password')}
        </Button>
      </form>
      <LostFactor step={step} />
    </div>
  );
}

/** Asks those who may take the second factor away to do so. */
function LostFactor({ step }: { step: string }) {
  const say = useSay();
  const [asked, setAsked] = useState(false);
  const form = useAuthForm({
    initial: {},
    send: ({ askReset }) => askReset(step),
    onAnswer: () => setAsked(true),
    failed: said('Hanya could not send your request. Try again.'),
  });
  if (asked)
    return (
      <Notice kind="ok">
        <b>{say('Hanya has sent your request to your state admins.')}</b>
        <p>
          {say(
            'Call a state admin to confirm that it is you. When a state admin has removed your second factor, you can sign in with your password alone.',
          )}
        </p>
      </Notice>
    );
  return (
    <form
      className={classNames('column gap-7', css['fields'])}
      onSubmit={(event) => void form.submit(event)}
    >
      <RefusalNotice>{form.refusal?.message ?? ''}</RefusalNotice>
      <Button type="submit" variant="link" loading={form.sending} loadingLabel={say('Asking')}>
        {say('Ask for help with this step')}
      </Button>
      <p className={classNames('small quiet', css['hint'])}>
        {say(
          'Your state admins will see the request under Needs you. Your second factor stays until a state admin removes it.',
        )}
      </p>
    </form>
  );
}

interface PasskeyButtonProps {
  step: string;
  options: AssertionOptions;
  onSession: OnSession;
}

/** Has the device show a passkey: by finger, face or PIN. */
function PasskeyButton({ step, options, onSession }: PasskeyButtonProps) {
  const say = useSay();
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState('');

  /** Resolves to why nobody was signed in; '' when somebody was. */
  async function ask(): Promise<string> {
    const { givePasskey } = await loadAuthCalls();
    const sent = await givePasskey(step, options);
    if (sent.is === 'answered') await onSession(sent.answer.token, sent.answer.user);
    return sent.is === 'refused' ? sent.refusal.message : '';
  }

  async function press(): Promise<void> {
    setAsking(true);
    setRefusal('');
    setRefusal(await ask().catch(() => said('Hanya could not sign you in. Try again.')));
    setAsking(false);
  }

  return (
    <>
      <RefusalNotice>{refusal}</RefusalNotice>
      <Button
        variant="primary"
        size="lg"
        wide
        autoFocus
        icon={<IconKey size={18} stroke={1.8} aria-hidden />}
        loading={asking}
        loadingLabel={say('Waiting for the device')}
        onClick={() => void press()}
      >
        {say('Use a passkey')}
      </Button>
    </>
  );
}
