import { IconArrowLeft } from '@tabler/icons-react';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { OffenceGroups } from './offence-groups.tsx';
import { OffenceOptions } from './offence-options.tsx';
import css from './offence-picker.module.css';
import { OffenceSearchBox } from './offence-search-box.tsx';
import type { CatalogueState } from './use-catalogue.ts';
import type { OffencePicker } from './use-offence-picker.ts';

interface OffenceScreenProps {
  picker: OffencePicker;
  catalogue: CatalogueState;
  onBack: () => void;
}

/** The picker as it fills a phone; search and groups stay in view. */
export function OffenceScreen({ picker, catalogue, onBack }: OffenceScreenProps) {
  return (
    <div>
      <div className={css['screenHead']}>
        <div className={css['searchLine']}>
          <IconButton
            label="Back to the form"
            icon={<IconArrowLeft size={22} aria-hidden />}
            onClick={onBack}
          />
          <OffenceSearchBox picker={picker} autoFocus />
        </div>
        <OffenceGroups picker={picker} />
      </div>
      <OffenceOptions picker={picker} catalogue={catalogue} />
    </div>
  );
}
