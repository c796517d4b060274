import { useState } from 'react';
import { may, staffRoles } from '#contract/roles.ts';
import { useOpenPopup } from '#web/api/popups.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { settings } from '#web/device/settings.ts';
import { capitalised } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import css from './guide.module.css';
import { guides, sentencesOf } from './guides.ts';

/** What a role does in a day, to read and to print on one sheet; a state admin may take any role. */
export default function GuidePage() {
  const user = useCurrentUser();
  const openPopup = useOpenPopup();
  const own = staffRoles.find((role) => role === user?.role) ?? 'observer';
  const [role, setRole] = useState(own);
  const title = `What ${/^[aeio]/.test(role) ? 'an' : 'a'} ${role} does`;
  const { steps, never, ask } = guides[role];
  return (
    <>
      <PageHead
        title="Guide"
        detail={title}
        actions={
          <>
            {own === 'state admin' &&
              staffRoles.map((one) => (
                <Button key={one} aria-pressed={one === role} onClick={() => setRole(one)}>
                  {capitalised(one)}
                </Button>
              ))}
            {settings().demo && may(own, 'book') && (
              <Button onClick={() => openPopup('practice')}>Practise a booking</Button>
            )}
            <Button onClick={() => window.print()}>Print</Button>
          </>
        }
      />
      <Card label={title}>
        <div className={css['sheet']}>
          <ol>
            {sentencesOf(steps).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <h2>What you must never do</h2>
          <ul>
            {sentencesOf(never).map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          <p>{ask}</p>
        </div>
      </Card>
    </>
  );
}

GuidePage.help =
  'This guide shows what each role does in a day. Read it once, and print it for your desk. In a demo, an officer can practise a booking. A state admin can print the guide for any role.';
