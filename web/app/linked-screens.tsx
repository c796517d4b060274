import { Link } from 'react-router';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { IconChevronRight } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './linked-screens.module.css';
import { mayOpen, screenAt, type ScreenPath } from './screens.tsx';

interface LinkedScreensProps {
  title: string;
  /** What each linked screen is for, in the order of the links. */
  about: Readonly<Partial<Record<ScreenPath, string>>>;
}

/** Those of these screens that the role may open, as links. */
export function LinkedScreens({ title, about }: LinkedScreensProps) {
  const user = useCurrentUser();
  const open = (Object.entries(about) as [ScreenPath, string][]).flatMap(([path, words]) => {
    const screen = screenAt(path);
    return screen && user && mayOpen(user.role, screen) ? [{ ...screen, words }] : [];
  });
  if (open.length === 0) return null;
  return (
    <Card title={title}>
      <ul>
        {open.map(({ path, title: name, words }) => (
          <li key={path}>
            <Link
              to={path}
              className={classNames('clickable row between gap-6 line-top', css['screen'])}
            >
              <span>
                <b>{name}</b>
                <span className="block quiet">{words}</span>
              </span>
              <IconChevronRight size={18} stroke={2} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
