import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FieldGrid } from '#web/ui/fields/form-section.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

/** The driving test: a placeholder that shows its fields and sends nothing. */
export function DrivingTestPopup({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Driving Test"
      size="sm"
      footer={
        <Button variant="primary" disabled reason="The driving test is a sample." showReason>
          Register for a test
        </Button>
      }
    >
      <Notice>This form is a sample. Hanya does not check, send or keep what you type.</Notice>
      <FieldGrid>
        <TextField label="Full Name" autoComplete="off" />
        <TextField label="Phone" inputMode="tel" autoComplete="off" />
      </FieldGrid>
    </Dialog>
  );
}
