import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './nav-list.module.css';

export interface NavItem {
  key: string;
  label: string;
  /** A Tabler icon; its size and stroke are set here. */
  icon: ReactNode;
  /** page: it is shown. part: a screen under it is. */
  current?: 'page' | 'part' | undefined;
  /** Makes the item a button; without it `renderLink` draws it. */
  onChoose?: (() => void) | undefined;
}

/** The props that a link of the router must have. */
export interface NavLinkProps {
  className: string;
  'aria-current': 'page' | 'true' | undefined;
  children: ReactNode;
}

export interface NavListProps<Item extends NavItem> {
  /** Thin gaps stand between the groups. */
  groups: readonly (readonly Item[])[];
  /** At the foot on wide screens, last in the drawer. */
  footGroup: readonly Item[];
  /** Draws an item without `onChoose`, for instance as `<Link to={item.to} {...link} />`. */
  renderLink: (item: Item, link: NavLinkProps) => ReactNode;
}

/** The navigation, on a dark background. */
export function NavList<Item extends NavItem>(props: NavListProps<Item>) {
  const { groups, footGroup, renderLink } = props;
  const filled = groups.filter((group) => group.length > 0);
  return (
    <nav className={classNames('column', css['nav'], 'on-dark')} aria-label="Main">
      {filled.map((group) => (
        <NavGroup key={group[0]?.key} items={group} renderLink={renderLink} />
      ))}
      <NavGroup items={footGroup} renderLink={renderLink} foot />
    </nav>
  );
}

interface NavGroupProps<Item extends NavItem> {
  items: readonly Item[];
  renderLink: (item: Item, link: NavLinkProps) => ReactNode;
  foot?: boolean;
}

function NavGroup<Item extends NavItem>({ items, renderLink, foot }: NavGroupProps<Item>) {
  return (
    <ul className={classNames('column', css['group'], foot && css['foot'])}>
      {items.map((item) => {
        const link: NavLinkProps = {
          className: classNames('row', css['entry']),
          'aria-current': item.current === 'part' ? 'true' : item.current,
          children: (
            <>
              <span aria-hidden>{item.icon}</span>
              {item.label}
            </>
          ),
        };
        return (
          <li key={item.key}>
            {item.onChoose === undefined ? (
              renderLink(item, link)
            ) : (
              <button type="button" {...link} onClick={item.onChoose} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
