import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FieldGrid } from '#web/ui/fields/form-section.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

/** The insurance check: a placeholder that shows its fields and sends nothing. */
export function InsurancePopup({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Vehicle Insurance"
      size="sm"
      footer={
        <Button variant="primary" disabled reason="The insurance check is a sample." showReason>
          Check insurance
        </Button>
      }
    >
      <Notice>This form is a sample. Hanya does not check, send or keep what you type.</Notice>
      <FieldGrid>
        <TextField label="Plate Number" autoCapitalize="characters" autoComplete="off" />
        <TextField label="Insurance Provider" autoComplete="off" />
      </FieldGrid>
    </Dialog>
  );
}
