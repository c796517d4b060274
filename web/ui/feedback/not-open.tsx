import { IconLock } from '#web/ui/icons.ts';
import { EmptyState } from './empty-state.tsx';

/** In place of rows that the person's role may not see. */
export function NotOpen({ children }: { children: string }) {
  return (
    <EmptyState icon={<IconLock size={30} stroke={1.5} />} heading="Your role cannot open this">
      {children}
    </EmptyState>
  );
}
