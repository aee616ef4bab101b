import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

/** Confirms success once there is one. */
export const Done = ({ children }: { readonly children: ReactNode }) => (
  <span className="setting-done" role="status">
    {children && (
      <>
        <CircleCheck className="icon-16" />
        {children}
      </>
    )}
  </span>
);
