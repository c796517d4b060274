import { useOpening } from '#web/lists/use-opening.ts';
import { ExceptionDialog } from './exception-dialog.tsx';

export interface ExceptionDetailProps {
  /** The exception that is open; '' when none is. */
  id: string;
  onClose: () => void;
  /** It was settled, confirmed or sent back, and the list behind it does not know. */
  onChanged: () => void;
}

/** The exception open over the list. It is read from the server, so that a link to it works alone. */
export function ExceptionDetail({ id, onClose, onChanged }: ExceptionDetailProps) {
  const shown = useOpening(id);
  if (shown.id === '') return null;
  return (
    <ExceptionDialog
      key={shown.round}
      id={shown.id}
      opened={id !== ''}
      onClose={onClose}
      onChanged={onChanged}
    />
  );
}
