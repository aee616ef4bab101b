import { CircleAlert } from 'lucide-react';
import './form.css';

/** Why a form was not taken, where that is no field's. */
export const FormProblem = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p className="form-problem" role="alert">
      <CircleAlert className="icon-16" />
      {text}
    </p>
  );
