import { RequestsSign } from '#features/requests/ui/requests-sign.tsx';
import { SharedSign } from '#features/sharing/ui/shared-sign.tsx';

/** What is new of all that was given to others. */
export const SharedSigns = (of: { readonly compact?: boolean }) => (
  <>
    <RequestsSign />
    <SharedSign {...of} />
  </>
);
