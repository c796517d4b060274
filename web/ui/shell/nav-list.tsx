import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './nav-list.module.css';

export interface NavItem {
  key: string;
  label: string;
  /** A Tabler icon; its size and stroke are set here. */
  icon: ReactNode;
  active?: boolean | undefined;
  /** Without it the item is drawn by `renderLink`. */
  onChoose?: (() => void) | undefined;
}

/** What a link of the router must carry. */
export interface NavLinkProps {
  className: string;
  'aria-current': 'page' | undefined;
  children: ReactNode;
}

export interface NavListProps<Item extends NavItem> {
  /** Thin gaps stand between the groups. */
  groups: readonly (readonly Item[])[];
  /** Stands at the foot on a desk, last in the drawer. */
  footGroup?: readonly Item[] | undefined;
  /** Draws an item without `onChoose`, for instance as `<Link to={item.to} {...link} />`. */
  renderLink: (item: Item, link: NavLinkProps) => ReactNode;
  label?: string | undefined;
}

/** The navigation on its dark ground. */
export function NavList<Item extends NavItem>(props: NavListProps<Item>) {
  const { groups, footGroup, renderLink, label = 'Main' } = props;
  const filled = groups.filter((group) => group.length > 0);
  return (
    <nav className={classNames(css['nav'], 'on-dark')} aria-label={label}>
      {filled.map((group) => (
        <NavGroup key={group[0]?.key} items={group} renderLink={renderLink} />
      ))}
      {footGroup !== undefined && <NavGroup items={footGroup} renderLink={renderLink} foot />}
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
    <ul className={classNames(css['group'], foot && css['foot'])}>
      {items.map((item) => {
        const link: NavLinkProps = {
          className: classNames(css['entry']),
          'aria-current': item.active ? 'page' : undefined,
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
