import { useEffect, useEffectEvent } from 'react';
import { onlySelected } from '#features/files/selection/selection.ts';
import { selectionStore } from '#features/files/selection/selection.store.ts';
import { requestedVersions } from '#features/versions/versions-section.store.ts';

interface RequestOptions {
  /** False in the trash, and for guests who may not edit. */
  readonly canShow: boolean;
  readonly showDetails: () => void;
}

/** Shows the details of the file whose versions are asked for. A request that cannot be served is dropped. */
export const useRequestedVersions = ({ canShow, showDetails }: RequestOptions): void => {
  const onRequest = useEffectEvent(() => {
    if (requestedVersions.get() === undefined) return;
    if (canShow) showDetails();
    else requestedVersions.set(undefined);
  });
  useEffect(() => {
    const unsubscribe = [
      requestedVersions.subscribe(() => onRequest()),
      selectionStore.subscribe(() => {
        if (onlySelected(selectionStore.get())?.id !== requestedVersions.get())
          requestedVersions.set(undefined);
      }),
    ];
    return () => {
      for (const stop of unsubscribe) stop();
      requestedVersions.set(undefined);
    };
  }, []);
};
