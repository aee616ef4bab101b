import './brand.css';
import { useConfig } from '#shared/config/config.ts';
import { Logo } from './logo.tsx';

/** The brand of the installation, where there is room for it: the wide logo where one is set, else logo and title. */
export const Brand = ({ size }: { readonly size: number }) => {
  const title = useConfig(({ app }) => app.title);
  const wide = useConfig(({ app }) => app.logo_horizontal);
  if (wide) return <img className="brand-logo" alt={title} src={wide} height={size} draggable={false} />;
  return (
    <>
      <Logo size={size} />
      <span className="truncate">{title}</span>
    </>
  );
};
