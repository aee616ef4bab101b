import './textarea.css';
import type { ComponentProps } from 'react';

/** Room for several lines, growing with them; its label is the caller's. */
export const Textarea = ({ rows = 3, ...rest }: ComponentProps<'textarea'>) => (
  <textarea {...rest} className="textarea" rows={rows} />
);
