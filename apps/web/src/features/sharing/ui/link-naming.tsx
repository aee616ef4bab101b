import { linkLabelMax } from '@holdall/contract/link-limits';
import { SaveStatus } from '#shared/autosave/save-status.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { TextField } from '#shared/ui/text-field.tsx';
import { useLinkSetting, type ChangedLink } from '../use-link-setting.ts';

/** Most bytes of a collection's name; the field counts characters, so the server still checks multi-byte text. */
export const collectionNameMax = 255;

/** Milliseconds that typing pauses before a text is saved. */
const typingFor = 800;

const fields = {
  name: { label: 'collection.name', example: undefined, most: collectionNameMax, forced: false },
  label: { label: 'share.label', example: 'share.label_example', most: linkLabelMax, forced: true },
} as const;

interface LinkNamingProps extends ChangedLink {
  /** The name of a collection, or the label that tells a link to an item from the others. */
  readonly of: 'name' | 'label';
}

/** Field for the text by which an owner knows a link; it saves itself. */
export const LinkNaming = ({ of, ...changed }: LinkNamingProps) => {
  const t = useText();
  const { label, example, most, forced } = fields[of];
  const saved = useLinkSetting(changed, {
    name: of,
    value: changed.link.data.attributes[of] ?? '',
    bodyOf: (text) => ({ [of]: text }),
    forced,
    delay: typingFor,
  });
  return (
    <div className="share-naming">
      <TextField
        label={t(label)}
        value={saved.value}
        maxLength={most}
        autoComplete="off"
        placeholder={example && t(example)}
        error={saved.error}
        end={<SaveStatus state={saved.state} />}
        onChange={({ currentTarget }) => saved.change(currentTarget.value)}
        onBlur={saved.onBlur}
      />
    </div>
  );
};
