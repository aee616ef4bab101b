import { linkLabelMax } from '@holdall/contract/link-limits';
import { SaveStatus } from '#shared/autosave/save-status.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { TextField } from '#shared/ui/text-field.tsx';
import { useLinkSetting, type ChangedLink } from '../use-link-setting.ts';

/** Milliseconds that typing pauses before a label is saved. */
const typingFor = 800;

/** Field for the label that tells one link to an item from the others; it saves itself. */
export const LinkLabel = (changed: ChangedLink) => {
  const t = useText();
  const saved = useLinkSetting(changed, {
    name: 'label',
    value: changed.link.data.attributes.label,
    bodyOf: (label) => ({ label }),
    delay: typingFor,
  });
  return (
    <div className="collection-name">
      <TextField
        label={t('share.label')}
        value={saved.value}
        maxLength={linkLabelMax}
        autoComplete="off"
        placeholder={t('share.label_example')}
        error={saved.error}
        end={<SaveStatus state={saved.state} />}
        onChange={({ currentTarget }) => saved.change(currentTarget.value)}
        onBlur={saved.onBlur}
      />
    </div>
  );
};
