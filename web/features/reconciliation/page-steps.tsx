import { Button } from '#web/ui/controls/button.tsx';
import css from './differences.module.css';

export interface PageStepsProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Previous and next, where there is more than one page. */
export function PageSteps({ page, pages, onPage }: PageStepsProps) {
  if (pages === 1 && page === 1) return null;
  return (
    <nav className={css['pages']} aria-label="Pages">
      <Button
        disabled={page <= 1}
        reason="This is the first page."
        onClick={() => onPage(Math.min(page, pages + 1) - 1)}
      >
        Previous
      </Button>
      <span>
        Page {page} of {pages}
      </span>
      <Button
        disabled={page >= pages}
        reason="This is the last page."
        onClick={() => onPage(page + 1)}
      >
        Next
      </Button>
    </nav>
  );
}
