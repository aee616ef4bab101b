import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { textsQueryOf, textsViewFrom, type TextsView } from '#features/languages/languages-address.ts';
import { languagesQuery } from '#features/languages/languages.queries.ts';
import { AddLanguagePopup } from '#features/languages/ui/add-language.popup.tsx';
import { LanguageActions } from '#features/languages/ui/language-actions.tsx';
import { LanguagesCard } from '#features/languages/ui/languages-card.tsx';
import { TextsCard } from '#features/languages/ui/texts-card.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { navigate, useLocation } from '#shared/router/location.ts';
import { Button } from '#shared/ui/button.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { SectionPage } from '#shared/ui/section-page.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { UnloadedCard } from '#shared/ui/unloaded.tsx';
import { useTitle } from './use-title.ts';

/** A phone has room for the icon alone beside a title. */
const AddButton = ({ onClick }: { readonly onClick: () => void }) => {
  const t = useText();
  const isPhone = useMedia(media.phone);
  if (isPhone) return <IconButton label={t('languages.add')} icon={<Plus />} onClick={onClick} />;
  return (
    <Button look="primary" icon={<Plus className="icon-16" />} onClick={onClick}>
      {t('languages.add')}
    </Button>
  );
};

/** The languages of the application, and the texts of one of them. */
export const LanguagesScreen = () => {
  const t = useText();
  useTitle(t('languages.title'));
  const { search } = useLocation();
  const view = textsViewFrom(search);
  const [isAdding, setAdding] = useState(false);
  const { data: languages, isError, isFetching, refetch } = useQuery(languagesQuery);
  const show = (next: TextsView, how?: { readonly replace: boolean }): void =>
    navigate(adminPaths.languages() + textsQueryOf(next), how);
  const choose = (language: string | undefined): void =>
    show({ language, filter: 'all', search: '', page: 1 }, { replace: true });
  const chosen =
    languages?.find(({ id }) => id === view.language) ??
    languages?.find(({ attributes }) => attributes.default);
  return (
    <SectionPage
      wide
      title={t('languages.title')}
      lead={t('languages.lead')}
      actions={<AddButton onClick={() => setAdding(true)} />}
    >
      {languages === undefined ? (
        <UnloadedCard {...{ isError, isFetching, refetch }} height={320} />
      ) : (
        <LanguagesCard languages={languages} chosen={chosen?.id} onChoose={choose} />
      )}
      {chosen && (
        <>
          <LanguageActions key={chosen.id} language={chosen} onRemoved={() => choose(undefined)} />
          <TextsCard language={chosen} view={view} onView={show} />
        </>
      )}
      {isAdding && (
        <AddLanguagePopup
          known={languages?.map(({ id }) => id) ?? []}
          onAdded={({ id, name }) => {
            setAdding(false);
            showToast({ type: 'success', message: t('languages.added', { name }) });
            choose(id);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </SectionPage>
  );
};
