import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

/** Says that something has come out well, once it has. */
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
