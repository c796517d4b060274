import { type ReactNode, useId, useState } from 'react';
import { IconChevronDown } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './record-history.module.css';

interface FoldedSectionProps {
  icon: ReactNode;
  title: string;
  /** Drawn, and so loaded, once it is unfolded. */
  children: ReactNode;
}

/** A part of an open record that shows only its title until it is unfolded. */
export function FoldedSection({ icon, title, children }: FoldedSectionProps) {
  const body = useId();
  const [opened, setOpened] = useState(false);
  return (
    <section className={classNames('line-top', css['history'])}>
      <h3 className="heading">
        <button
          type="button"
          className={classNames('row gap-4', css['toggle'])}
          aria-expanded={opened}
          aria-controls={body}
          onClick={() => setOpened(!opened)}
        >
          {icon}
          {title}
          <IconChevronDown size={18} stroke={2} aria-hidden />
        </button>
      </h3>
      <div id={body}>{opened && children}</div>
    </section>
  );
}
