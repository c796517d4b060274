import type { OfflineRecord } from '#contract/records.ts';
import { useOpenPopup } from '#web/api/popups.ts';
import { capitalised } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconPlus } from '#web/ui/icons.ts';

/** Opens the form of a new record, in a list that is still empty. */
export function NewRecordButton({ kind }: { kind: OfflineRecord }) {
  const open = useOpenPopup();
  return (
    <Button
      variant="primary"
      icon={<IconPlus size={16} stroke={2.2} aria-hidden />}
      onClick={() => open(kind)}
    >
      {capitalised(kind)}
    </Button>
  );
}
