import './field-error.css';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** The fault of a field, in words. */
export const FieldError = ({ id, children }: { readonly id: string; readonly children: ReactNode }) => (
  <p id={id} className="field-error" role="alert">
    <CircleAlert className="icon-14" />
    {children}
  </p>
);

/** The reason why a form was refused, where no field tells that. */
export const FormProblem = ({ children }: { readonly children: ReactNode }) => (
  <div className="form-problem" role="alert">
    <CircleAlert className="icon-16" />
    <span>{children}</span>
  </div>
);
