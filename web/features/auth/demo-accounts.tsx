import { useState } from 'react';
import { demoPassword, demoSignIns } from '#contract/demo.ts';
import type { SignInStep } from '#contract/sign-in.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './auth.module.css';
import type { OnSession } from './sign-in-page.tsx';
import { loadAuthCalls } from './use-auth-form.ts';

interface DemoAccountsProps {
  onSession: OnSession;
  /** Somebody gave the account a second factor, whose code is asked for next. */
  onStep: (step: SignInStep) => void;
}

/** The accounts of a demo: one press signs in. */
export function DemoAccounts({ onSession, onStep }: DemoAccountsProps) {
  const [busy, setBusy] = useState('');
  const [refused, setRefused] = useState('');

  async function signInAs(email: string): Promise<void> {
    if (busy !== '') return;
    setBusy(email);
    setRefused('');
    try {
      const { signIn } = await loadAuthCalls();
      const sent = await signIn({ email, password: demoPassword });
      if (sent.is === 'refused') setRefused(sent.refusal.message);
      if (sent.is !== 'answered') return;
      if ('step' in sent.answer) onStep(sent.answer);
      else await onSession(sent.answer.token, sent.answer.user);
    } catch (error) {
      console.error(error);
      setRefused('Hanya could not sign you in. Try again.');
    } finally {
      setBusy('');
    }
  }

  return (
    <section className={css['demo']} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts" className="heading">
        Try this demo as
      </h2>
      {refused !== '' && (
        <Notice kind="alert">
          <b>{refused}</b>
        </Notice>
      )}
      <ul>
        {demoSignIns.map(({ email, title, tries }) => (
          <li key={email}>
            <button
              type="button"
              className={classNames('clickable column line-top', css['account'])}
              aria-busy={busy === email || undefined}
              onClick={() => void signInAs(email)}
            >
              <b>{title}</b>
              <span className="small quiet">{tries}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
