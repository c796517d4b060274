import { useState } from 'react';
import { sendLink } from '#contract/user-changes.ts';
import type { User } from '#contract/users.ts';
import { dataOf } from '#web/api/call.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { momentOf } from '#web/format/time.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CopyButton } from '#web/ui/controls/copy-button.tsx';
import { Notice, RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { fullName } from '../user-words.ts';

type Sent = Awaited<ReturnType<typeof dataOf<typeof sendLink>>>;

/** Sends a colleague a link for a password, or shows it once where no mail is set up. */
export function UserLink({ user }: { user: User }) {
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);
  const [refusal, setRefusal] = useState('');

  async function send(): Promise<void> {
    setBusy(true);
    setRefusal('');
    try {
      const made = await dataOf(sendLink, { params: { id: user.id } });
      setSent(made);
      toastDone(made.link === null ? wordsOf(made) : 'Hanya will show this link only once');
    } catch (error) {
      const { message } = failedCall(error);
      setRefusal(message);
      toastFailed(message);
    }
    setBusy(false);
  }

  const link = sent?.link ?? null;
  return (
    <section className="column gap-4" aria-label="Password link">
      <RefusalNotice>{refusal}</RefusalNotice>
      {sent && link === null && <Notice kind="ok">{wordsOf(sent)}</Notice>}
      {sent && link !== null && (
        <Notice kind="warn">
          <b>Email is not set up. Give this link to {fullName(user)} yourself.</b>
          <p>
            The link can be used only once, and it expires on {momentOf(sent.until)}. Hanya will not
            show it again. Anybody who has the link can set the password.
          </p>
          <p className="anywhere">
            <code>{link}</code>
          </p>
          <CopyButton label="Copy the link" textOf={() => link} />
        </Notice>
      )}
      <div>
        <Button size="sm" loading={busy} loadingLabel="Sending" onClick={() => void send()}>
          Send a new link
        </Button>
      </div>
    </section>
  );
}

const wordsOf = ({ email, until }: Sent): string =>
  `Hanya has emailed a link to ${email}. The link works until ${momentOf(until)}.`;
