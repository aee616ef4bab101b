import './languages.css';
import type { Language } from '@holdall/contract/admin-languages';
import { useText } from '#shared/i18n/use-text.ts';
import { formatPercent } from '#shared/lib/format-percent.ts';
import { Card } from '#shared/ui/card.tsx';
import { ProgressBar } from '#shared/ui/progress.tsx';
import { Tag } from '#shared/ui/tag.tsx';

interface LanguagesCardProps {
  readonly languages: readonly Language[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** Formats the translated share, rounded so that 100 % means all. */
const shareOf = ({ texts, missing }: Language['attributes']): number =>
  missing === 0 ? 1 : Math.min(0.99, (texts - missing) / texts);

const LanguageRow = ({ language }: { readonly language: Language }) => {
  const t = useText();
  const { attributes } = language;
  const share = shareOf(attributes);
  const label = t('languages.progress', { percent: formatPercent(share) });
  return (
    <>
      <span className="language-name">
        <b lang={language.id} dir={attributes.direction}>
          {attributes.name}
        </b>
        <span className="muted">{language.id}</span>
        {attributes.default && <Tag tone="accent">{t('languages.default')}</Tag>}
      </span>
      <span className="language-progress">
        <ProgressBar percent={share * 100} label={label} />
        <span className="muted numeric">
          {attributes.missing === 0
            ? t('languages.complete')
            : t('languages.missing', { count: attributes.missing })}
          {attributes.changed > 0 && ` · ${t('languages.changed', { count: attributes.changed })}`}
        </span>
      </span>
    </>
  );
};

/** Lists the languages and their progress, and selects the one to translate. */
export const LanguagesCard = ({ languages, chosen, onChoose }: LanguagesCardProps) => {
  const t = useText();
  return (
    <Card title={t('languages.list')}>
      <ul className="languages">
        {languages.map((language) => (
          <li key={language.id}>
            <button
              type="button"
              className="language-row"
              aria-pressed={language.id === chosen}
              onClick={() => onChoose(language.id)}
            >
              <LanguageRow language={language} />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
};
