import { useText } from '#shared/i18n/use-text.ts';
import { Button } from './button.tsx';
import { PopupFooter } from './popup.tsx';

interface FormFooterProps {
  /** The label of the button that confirms. */
  readonly action: string;
  readonly look?: 'primary' | 'danger';
  /** The action is in progress. */
  readonly busy: boolean;
  /** Something is still missing. */
  readonly disabled?: boolean;
  readonly onClose: () => void;
}

/** The foot of a popup that is a form: the way out, and the button that sends it. */
export const FormFooter = ({
  action,
  look = 'primary',
  busy,
  disabled = false,
  onClose,
}: FormFooterProps) => (
  <PopupFooter>
    <Button look="ghost" disabled={busy} onClick={onClose}>
      {useText()('actions.cancel')}
    </Button>
    <Button type="submit" look={look} disabled={disabled} busy={busy}>
      {action}
    </Button>
  </PopupFooter>
);
