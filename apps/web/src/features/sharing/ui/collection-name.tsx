import { SaveStatus } from '#shared/autosave/save-status.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { TextField } from '#shared/ui/text-field.tsx';
import { useLinkSetting, type ChangedLink } from '../use-link-setting.ts';

/** Most bytes of a name; the field counts characters, so the server still checks multi-byte text. */
export const collectionNameMax = 255;

/** Milliseconds that typing pauses before a name is saved. */
const typingFor = 800;

/** Field for the name of a collection, which saves itself. */
export const CollectionName = (changed: ChangedLink) => {
  const t = useText();
  const saved = useLinkSetting(changed, {
    name: 'name',
    value: changed.link.data.attributes.name ?? '',
    bodyOf: (name) => ({ name }),
    forced: false,
    delay: typingFor,
  });
  return (
    <div className="collection-name">
      <TextField
        label={t('collection.name')}
        value={saved.value}
        maxLength={collectionNameMax}
        autoComplete="off"
        error={saved.error}
        end={<SaveStatus state={saved.state} />}
        onChange={({ currentTarget }) => saved.change(currentTarget.value)}
        onBlur={saved.onBlur}
      />
    </div>
  );
};
