import './field-error.css';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** What is wrong with a field, in words. */
export const FieldError = ({ id, children }: { readonly id: string; readonly children: ReactNode }) => (
  <p id={id} className="field-error" role="alert">
    <CircleAlert className="icon-14" />
    {children}
  </p>
);
