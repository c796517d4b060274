import { Link } from 'react-router';
import css from './links-up.module.css';
import { linksUp } from './screens.tsx';

/** The line above a title that leads up to the entry of the navigation, on screens without one. */
export function LinksUp({ path }: { path: string }) {
  const links = linksUp(path);
  if (links.length === 0) return null;
  return (
    <nav aria-label="Up" className={css['line']}>
      <ol className="row wrap small">
        {links.map(({ path: to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
