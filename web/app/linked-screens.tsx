import { Link } from 'react-router';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { IconChevronRight } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import css from './linked-screens.module.css';
import { mayOpen, type ScreenPath, screens } from './screens.tsx';

interface LinkedScreensProps {
  title: string;
  /** The purpose of each screen that is linked. */
  about: Readonly<Partial<Record<ScreenPath, string>>>;
}

/** Those of these screens that the role may open, as links. */
export function LinkedScreens({ title, about }: LinkedScreensProps) {
  const user = useCurrentUser();
  const open = screens.filter(
    (screen) => screen.path in about && user && mayOpen(user.role, screen),
  );
  if (open.length === 0) return null;
  return (
    <Card title={title}>
      <ul>
        {open.map(({ path, title: name }) => (
          <li key={path}>
            <Link to={path} className={css['screen']}>
              <span>
                <b>{name}</b>
                <span className="block quiet">{about[path]}</span>
              </span>
              <IconChevronRight size={18} stroke={2} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
