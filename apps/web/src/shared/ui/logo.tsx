import { useConfig } from '#shared/config/config.ts';

/** The application's logo: the one that an administrator has set, else the product's mark. */
export const Logo = ({ size }: { readonly size: number }) => {
  const own = useConfig(({ app }) => app.logo);
  if (own) return <img className="logo" alt="" src={own} width={size} height={size} draggable={false} />;
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="var(--accent)" />
      <path
        d="M8.5 21.5V12.2c0-1.5.9-2.7 2.4-2.7h3.3c.8 0 1.5.3 2 .9l1 1.2c.5.6 1.2.9 2 .9h2c1.5 0 2.3 1 2.3 2.4v6.6"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2.2"
        strokeLinecap="round"
        opacity=".55"
      />
      <path d="M8.5 16.5h15v4.3c0 1.5-1.2 2.7-2.7 2.7h-9.6a2.7 2.7 0 0 1-2.7-2.7z" fill="var(--on-accent)" />
    </svg>
  );
};
