import { Fragment, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import css from '#web/ui/shell/tabs.module.css';
import { classNames } from '#web/ui/theme/class-names.ts';
import { tabsFor, type Viewer } from '../screens.tsx';

/** The screens of the lit entry, as a second row of the navigation. */
export function Tabs({ user, path }: { user: Viewer; path: string }) {
  const tabs = tabsFor(user, path);
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const lit = row.current?.querySelector<HTMLElement>('[aria-current]');
    // scrollIntoView would move the page as well, away from where Back has put it.
    if (lit && row.current)
      row.current.scrollLeft = lit.offsetLeft - (row.current.clientWidth - lit.offsetWidth) / 2;
  }, [path]);
  if (tabs.length === 0) return null;
  return (
    <nav aria-label="Screens in this section">
      <ul ref={row} className={classNames('row', css['tabs'], css['places'])}>
        {tabs.map(({ path: to, label, group, isLit }) => (
          <Fragment key={to}>
            {group !== undefined && (
              <li className={classNames('tiny quiet nowrap', css['group'])}>{group}</li>
            )}
            <li>
              <Link
                to={to}
                className={classNames('row strong quiet nowrap', css['tab'])}
                aria-current={isLit ? (to === path ? 'page' : 'true') : undefined}
              >
                {label}
              </Link>
            </li>
          </Fragment>
        ))}
      </ul>
    </nav>
  );
}
