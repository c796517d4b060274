import type { ReactNode } from 'react';
import { z } from 'zod';
import { may, staffRoles } from '#contract/roles.ts';
import { useOpenPopup } from '#web/api/popups.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { settings } from '#web/device/settings.ts';
import { capitalised } from '#web/format/words.ts';
import { LinkTabs } from '#web/lists/link-tabs.tsx';
import { useAddress } from '#web/lists/use-address.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import css from './guide.module.css';
import { guides, sentencesOf } from './guides.ts';

type StaffRole = (typeof staffRoles)[number];

const address = z.object({ role: z.enum(staffRoles).optional().catch(undefined) });

interface GuideProps {
  /** The screens that a role has; `isOwn` of the reader's. */
  screensOf: (role: StaffRole, isOwn: boolean) => ReactNode;
  /** Fetches what a print shows of them. */
  beforePrint: (role: StaffRole, isOwn: boolean) => Promise<unknown>;
}

/** A role reads here what it does in a day, and prints it; a state admin may take any role. */
export function Guide({ screensOf, beforePrint }: GuideProps) {
  const user = useCurrentUser();
  const openPopup = useOpenPopup();
  const { address: asked, searchWith } = useAddress(address);
  const own = staffRoles.find((one) => one === user?.role) ?? 'observer';
  const isAdmin = own === 'state admin';
  const role = (isAdmin ? asked.role : undefined) ?? own;
  const title = `What ${/^[aeio]/.test(role) ? 'an' : 'a'} ${role} does`;
  const { steps, never, ask } = guides[role];

  async function print(): Promise<void> {
    // Without a network it prints what is there.
    await beforePrint(role, role === own).catch(() => undefined);
    window.print();
  }

  return (
    <>
      <PageHead
        title="Guide"
        detail={title}
        actions={
          <>
            {settings().demo && may(own, 'book') && (
              <Button onClick={() => openPopup('practice')}>Practise a booking</Button>
            )}
            <Button onClick={() => void print()}>Print</Button>
          </>
        }
      />
      {isAdmin && (
        <LinkTabs
          label="Guide for"
          tabs={staffRoles.map((key) => ({ key, label: capitalised(key) }))}
          shown={role}
          searchOf={(key) => searchWith({ role: key === own ? '' : key })}
          className={css['roles']}
        />
      )}
      <div className="grid gap-7">
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
        {screensOf(role, role === own)}
      </div>
    </>
  );
}
