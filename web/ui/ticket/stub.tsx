import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './stub.module.css';

/** issued: yellow. paid: green. done: dark. crash: red. plain: pale blue. void: an outline. */
export type StubKind = 'issued' | 'paid' | 'done' | 'crash' | 'plain' | 'void';

export interface StubProps {
  kind: StubKind;
  /** A Tabler icon of size 14. */
  icon: ReactNode;
  label: string;
  /** The half behind the perforation; the label stands alone without it. */
  body?: ReactNode;
  /** How the body is spoken, such as "12,000 naira". */
  spoken?: string | undefined;
}

/** A record in one line, torn like a ticket: its state, then what matters most. */
export function Stub({ kind, icon, label, body, spoken }: StubProps) {
  const torn = body != null;
  return (
    <span className={classNames(css['stub'], kind)}>
      <span className={classNames(css['label'], torn && css['torn'])}>
        {icon}
        {label}
      </span>
      {torn && (
        <>
          <VisuallyHidden>, {spoken}</VisuallyHidden>
          <span className={css['body']} aria-hidden={spoken === undefined ? undefined : true}>
            {body}
          </span>
        </>
      )}
    </span>
  );
}
