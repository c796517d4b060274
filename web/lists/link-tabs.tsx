import { Link } from 'react-router';
import type { ListSize } from '#web/api/area.ts';
import { count } from '#web/format/money.ts';
import css from '#web/ui/shell/tabs.module.css';
import { classNames } from '#web/ui/theme/class-names.ts';

interface LinkTabsProps<Key extends string> {
  /** The name of the tabs, for those who only hear it. */
  label: string;
  /** With how many records each has, where that is known. */
  tabs: readonly { key: Key; label: string; size?: ListSize | undefined }[];
  shown: Key;
  /** The query of each. */
  searchOf: (key: Key) => string;
  className?: string | undefined;
}

/** Tabs of one screen, each a link with an address of its own. */
export function LinkTabs<Key extends string>(props: LinkTabsProps<Key>) {
  const { label, tabs, shown, searchOf, className } = props;
  return (
    <nav aria-label={label}>
      <ul className={classNames('flex gap-2', css['tabs'], className)}>
        {tabs.map((tab) => (
          <li key={tab.key}>
            <Link
              to={{ search: searchOf(tab.key) }}
              className={classNames('row gap-4 strong quiet nowrap', css['tab'])}
              aria-current={tab.key === shown ? 'page' : undefined}
            >
              {tab.label}
              {tab.size && <span className={css['size']}>{sizeOf(tab.size)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** "12", or "1,000+" where there may be more. */
export const sizeOf = ({ total, more }: ListSize): string =>
  more ? `${count(total)}+` : count(total);
