import { carriesFiles } from './drop-rules.ts';

/** Keeps the browser from opening a file that is dropped outside any drop zone, for the lifetime of the page. */
export const refuseStrayDrops = (): void => {
  addEventListener('dragover', (event) => {
    if (event.dataTransfer === null || !carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    // A drop zone runs later in the same event and overrides this.
    event.dataTransfer.dropEffect = 'none';
  });
  addEventListener('drop', (event) => {
    if (carriesFiles(event.dataTransfer)) event.preventDefault();
  });
};
