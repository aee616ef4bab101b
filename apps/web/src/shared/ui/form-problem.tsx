import './form.css';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** Why a form was not taken, where no field tells that. */
export const FormProblem = ({ children }: { readonly children: ReactNode }) => (
  <div className="form-problem" role="alert">
    <CircleAlert className="icon-16" />
    <span>{children}</span>
  </div>
);
