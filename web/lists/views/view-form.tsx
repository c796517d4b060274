import { useState } from 'react';
import type { View } from '#contract/views.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toastFailed } from '#web/ui/feedback/toast.tsx';
import { CheckField } from '#web/ui/fields/check-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import css from './views.module.css';

interface ViewFormProps {
  /** The view to change; null for a new one. */
  view: View | null;
  what: 'view' | 'report';
  onSave: (fields: { name: string; shared: boolean }) => Promise<void>;
  onRemove?: (() => Promise<void>) | undefined;
  onDone: () => void;
}

/** Names a view, and shares it with one's zone. */
export function ViewForm({ view, what, onSave, onRemove, onDone }: ViewFormProps) {
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
    if (name.trim() === '') refuse(`Give the ${what} a name.`);
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
          {view ? 'Save changes' : `Keep ${what}`}
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
