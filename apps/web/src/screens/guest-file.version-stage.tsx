import type { Entry } from '#features/files/entry.ts';
import { PreviewStage } from '#features/preview/ui/preview-stage.tsx';
import type { ViewProps } from '#features/preview/ui/view-props.ts';
import { useShownVersion } from './use-shown-version.tsx';

interface VersionStageProps extends Pick<ViewProps, 'controls' | 'onKey'> {
  readonly item: Entry;
}

/** `?version=`: an earlier version of a file that is shared alone, in the place of its content. */
export const VersionStage = ({ item, ...view }: VersionStageProps) => {
  const version = useShownVersion({ item, picturesOnly: false });
  const shown = version ? version.item : item;
  return (
    <>
      {version?.banner}
      <div className="guest-file-stage">
        {version?.instead ?? (
          <PreviewStage
            key={shown?.attributes.file_url}
            {...view}
            item={shown}
            gone={false}
            trashed={false}
            nearby={[]}
          />
        )}
      </div>
    </>
  );
};
