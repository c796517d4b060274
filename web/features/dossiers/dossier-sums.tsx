import type { ReactNode } from 'react';
import type { Dossier } from '#contract/dossiers.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { count, naira } from '#web/format/money.ts';
import { dateOf } from '#web/format/time.ts';
import { plural } from '#web/format/words.ts';
import { madeAtOf } from '#web/records/made-at.tsx';
import { IconAlertTriangle, IconCircleCheck, IconTicket } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './dossier-screen.module.css';

const iconSize = { size: 16, 'aria-hidden': true } as const;

/**
 * The sums to pay and paid, and the number of collisions: of all records, or of the newest that are
 * counted.
 */
export function DossierSums({ dossier }: { dossier: Dossier }) {
  const { of, open, paid, within, collisions, crashes } = dossier;
  const ofHowMany = within === undefined ? '' : ` of the newest ${count(within)}`;
  const [lastCrash] = crashes;
  const seesPaid = useMay('see paid bookings');
  return (
    <Card label="Totals">
      <dl className={css['sumsList']}>
        <Sum
          label="To pay"
          icon={<IconTicket {...iconSize} />}
          figure={naira(open.sum)}
          open={open.count > 0}
        >
          {plural(open.count, 'open ticket')}
          {ofHowMany}
          {open.overdue !== undefined && `, ${count(open.overdue)} overdue`}
          {open.obligations !== undefined && `, ${plural(open.obligations, 'open obligation')}`}
        </Sum>
        <Sum
          label="Paid"
          icon={<IconCircleCheck {...iconSize} />}
          figure={seesPaid ? naira(paid.sum) : null}
        >
          {seesPaid
            ? `${plural(paid.count, 'paid booking')}${ofHowMany}`
            : 'Your role does not allow you to see this'}
        </Sum>
        {of !== 'license' && (
          <Sum
            label="Collisions"
            icon={<IconAlertTriangle {...iconSize} />}
            figure={count(collisions)}
          >
            {lastCrash === undefined ? 'None recorded' : `Last on ${dateOf(madeAtOf(lastCrash))}`}
          </Sum>
        )}
      </dl>
    </Card>
  );
}

interface SumProps {
  label: string;
  icon: ReactNode;
  /** Null when the role may not see it. */
  figure: string | null;
  /** True if something is still to be paid. */
  open?: boolean;
  children: ReactNode;
}

function Sum({ label, icon, figure, open, children }: SumProps) {
  return (
    <div className={css['sum']} data-open={open === true ? true : undefined}>
      <dt className={classNames('row small gap-3 strong quiet', css['quiet'])}>
        {icon}
        {label}
      </dt>
      {figure !== null && <dd className={classNames('anywhere', css['figure'])}>{figure}</dd>}
      <dd className={classNames('quiet', css['quiet'])}>{children}</dd>
    </div>
  );
}
