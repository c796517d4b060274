import { useState } from 'react';
import type { View, ViewScreen } from '#contract/views.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconBookmarkPlus, IconCalendar, IconPencil } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { useViews } from './use-views.ts';
import { ViewForm } from './view-form.tsx';
import css from './views.module.css';

/** The list whose views are shown. */
export interface ViewedList {
  screen: ViewScreen;
  /** The address part that a view kept now would store, and the way to show one. */
  view: string;
  show: (view: string) => void;
  /** Of reports: sends one of one's own by mail, again and again. */
  onSchedule?: (view: View) => void;
}

interface ViewsPanelProps {
  list: ViewedList;
  onDone: () => void;
}

/** The views of a list, or the form in which one is kept or changed. */
export function ViewsPanel({
  list: { screen, view: shown, show, onSchedule },
  onDone,
}: ViewsPanelProps) {
  const { views, failure, reload, ...changes } = useViews(screen);
  const what = onSchedule ? 'report' : 'view';
  const [editing, setEditing] = useState<View | 'new' | null>(null);

  if (editing !== null) {
    const known = editing === 'new' ? null : editing;
    return (
      <ViewForm
        key={known?._id}
        view={known}
        what={what}
        onSave={(fields) =>
          known
            ? changes.change({ id: known._id, ...fields })
            : changes.save({ ...fields, query: shown })
        }
        onRemove={known ? () => changes.remove(known._id) : undefined}
        onDone={() => setEditing(null)}
      />
    );
  }
  return (
    <>
      {views === null && failure === null && <LoadingNote>Loading the {what}s</LoadingNote>}
      {views === null && failure !== null && (
        <Notice kind="bad">
          <p>{failure}</p>
          <Button size="sm" onClick={reload}>
            Try again
          </Button>
        </Notice>
      )}
      {views?.length === 0 && (
        <p className={classNames('quiet', css['none'])}>
          {onSchedule
            ? 'No saved reports yet. Save the filters and the period that you often come back to.'
            : 'No views yet. Keep the search, filters, sort and columns that you often come back to.'}
        </p>
      )}
      {views !== null && views.length > 0 && (
        <ul className={css['views']} aria-label="Views">
          {views.map((view) => (
            <li key={view._id} className="row gap-2">
              <button
                type="button"
                className={classNames('grow strong anywhere', css['open'])}
                aria-current={view.query === shown || undefined}
                onClick={() => {
                  show(view.query);
                  onDone();
                }}
              >
                {view.name}
                <small>{ownership(view)}</small>
              </button>
              {view.own && onSchedule && (
                <IconButton
                  label={`Send ${view.name} by mail`}
                  icon={<IconCalendar size={17} stroke={1.8} aria-hidden />}
                  onClick={() => {
                    onSchedule(view);
                    onDone();
                  }}
                />
              )}
              {view.own && (
                <IconButton
                  label={`Change ${view.name}`}
                  icon={<IconPencil size={17} stroke={1.8} aria-hidden />}
                  onClick={() => setEditing(view)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {onSchedule && views !== null && views.length > 0 && (
        <p className="small quiet">Whoever opens one sees the figures of their own place.</p>
      )}
      <Button
        wide
        icon={<IconBookmarkPlus size={17} stroke={1.8} aria-hidden />}
        onClick={() => setEditing('new')}
      >
        Keep this {what}
      </Button>
    </>
  );
}

function ownership({ own, shared, owner }: View): string {
  if (!own) return `Shared by ${owner.name}`;
  return shared ? 'Yours, shared with your zone' : 'Yours';
}
