import { useState } from 'react';
import {
  createView,
  listViews,
  removeView,
  updateView,
  type View,
  type ViewScreen,
} from '#contract/views.ts';
import { call, dataOf } from '#web/api/call.ts';
import { failedCall, useLoaded } from '#web/api/use-loaded.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { CheckField } from '#web/ui/fields/check-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { IconBookmarkPlus, IconCalendar, IconPencil } from '#web/ui/icons.ts';
import { ColumnChooser, type ColumnChooserProps } from '#web/ui/table/column-chooser.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
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

export interface ViewPanelProps {
  /** Left out for whoever keeps no views. */
  list?: ViewedList | undefined;
  /** Left out where they are not chosen. */
  columns?: ColumnChooserProps | undefined;
  onDone: () => void;
}

/** The columns of a list, and its views. */
export const ViewPanel = ({ list, columns, onDone }: ViewPanelProps) => (
  <>
    {columns && <ColumnChooser {...columns} />}
    {list && <ViewsPanel list={list} onDone={onDone} />}
  </>
);

interface ViewsPanelProps {
  list: ViewedList;
  onDone: () => void;
}

/** The views of a list, or the form in which one is kept or changed. */
function ViewsPanel({ list: { screen, view: shown, show, onSchedule }, onDone }: ViewsPanelProps) {
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
            ? 'There are no saved reports yet. Save filters and a period that you use often.'
            : 'There are no views yet. Save a search, filters, a sort order and columns that you use often.'}
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
                  label={`Send ${view.name} by email`}
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
        <p className="small quiet">
          Everybody who opens a saved report sees the figures for their own area.
        </p>
      )}
      <Button
        wide
        icon={<IconBookmarkPlus size={17} stroke={1.8} aria-hidden />}
        onClick={() => setEditing('new')}
      >
        Save this {what}
      </Button>
    </>
  );
}

function ownership({ own, shared, owner }: View): string {
  if (!own) return `Shared by ${owner.name}`;
  return shared ? 'Yours, shared with your zone' : 'Yours';
}

/**
 * One's own and the colleagues' shared views of one list. The changes reject with a `CallFailure`.
 */
function useViews(screen: ViewScreen) {
  const { data, failure, reload } = useLoaded('views', (signal) => dataOf(listViews, { signal }));
  const what = screen === 'reports' ? 'Report' : 'View';
  return {
    views: data?.filter((view) => view.screen === screen) ?? null,
    failure,
    reload,
    save: async (view: { name: string; query: string; shared: boolean }) => {
      await call(createView, { body: { ...view, screen } });
      toastDone(`${what} added`);
      reload();
    },
    change: async ({ id, ...body }: { id: string; name: string; shared: boolean }) => {
      await call(updateView, { params: { id }, body });
      toastDone(`${what} updated`);
      reload();
    },
    remove: async (id: string) => {
      await call(removeView, { params: { id } });
      toastDone(`${what} removed`);
      reload();
    },
  };
}

interface ViewFormProps {
  /** The view to change; null for a new one. */
  view: View | null;
  what: 'view' | 'report';
  onSave: (fields: { name: string; shared: boolean }) => Promise<void>;
  onRemove?: (() => Promise<void>) | undefined;
  onDone: () => void;
}

/** Names a view, and shares it with one's zone. */
function ViewForm({ view, what, onSave, onRemove, onDone }: ViewFormProps) {
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  function refuse(sentence: string): void {
    setProblem(sentence);
    toastFailed(sentence);
  }

  async function run(change: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await change();
      onDone();
    } catch (error) {
      const { message, fields } = failedCall(error);
      refuse(fields['name'] ?? message);
      setBusy(false);
    }
  }

  function submit(): void {
    if (name.trim() === '') refuse(`Enter a name for the ${what}.`);
    else void run(() => onSave({ name: name.trim(), shared }));
  }

  return (
    <form
      className="column gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) submit();
      }}
    >
      <TextField
        label={`Name of the ${what}`}
        value={name}
        maxLength={60}
        autoComplete="off"
        autoFocus
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <CheckField
        label="Share with my zone"
        checked={shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      <div className="flex wrap gap-4">
        <Button type="submit" variant="primary" loading={busy}>
          {view ? 'Save changes' : `Save ${what}`}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        {onRemove && (
          <Button variant="link" className={css['remove']} onClick={() => void run(onRemove)}>
            Remove
          </Button>
        )}
      </div>
    </form>
  );
}
