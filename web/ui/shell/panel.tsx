import { Component, type ReactNode } from 'react';
import { IconPlugConnectedX } from '#web/ui/icons.ts';
import { Button } from '../controls/button.tsx';
import { Banner } from '../feedback/banner.tsx';
import { classNames } from '../theme/class-names.ts';
import css from './card.module.css';
import { Card } from './card.tsx';

export interface PanelProps {
  /** A heading inside the panel; without one give `label`. */
  title?: string | undefined;
  label?: string | undefined;
  /** At the right of the title. */
  aside?: ReactNode;
  /** True if there is something to show, even if it is old or empty. */
  ready: boolean;
  /** The reason why loading failed; null when it didn't. */
  failure: string | null;
  onRetry: () => void;
  /** Shown before the content is ready, in the same shape. */
  skeleton: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}

/** A part of a screen that loads and fails on its own, and can be tried again. */
export function Panel(props: PanelProps) {
  const { title, label, aside, ready, failure, onRetry, skeleton, children, className } = props;
  return (
    <Card title={title} label={label} aside={aside} className={className}>
      {failure !== null && ready && (
        <Banner kind="bad" action={{ label: 'Try again', onChoose: onRetry }} flush>
          <b>{failure}</b> This part may be out of date.
        </Banner>
      )}
      {failure !== null && !ready && <PanelFailure message={failure} onRetry={onRetry} />}
      {failure === null && !ready && <div aria-busy>{skeleton}</div>}
      {ready && children}
    </Card>
  );
}

/** In place of content that could not be loaded. */
export function PanelFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div
      className={classNames('quiet line-top grid gap-4', css['note'], css['failure'])}
      role="status"
    >
      <IconPlugConnectedX size={24} stroke={1.5} aria-hidden />
      <p>{message}</p>
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** Nothing to show in a panel, in one sentence. */
export function PanelEmpty({ children }: { children: ReactNode }) {
  return <p className={classNames('quiet line-top', css['note'])}>{children}</p>;
}

/** Rows in their final height, before they are loaded. */
export function PanelSkeleton({ rows, height }: { rows: number; height: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <div
      key={row}
      className={classNames('column center gap-5 line-top', css['skeletonRow'])}
      style={{ height }}
      aria-hidden
    >
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  ));
}

/** Keeps a panel that breaks from breaking the others. */
export class PanelBoundary extends Component<
  { name: string; children: ReactNode },
  { broken: boolean }
> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <Card title={this.props.name}>
        <PanelEmpty>There is a problem with this part. Reload the page.</PanelEmpty>
      </Card>
    );
  }
}
