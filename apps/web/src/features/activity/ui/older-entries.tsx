import { useId } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button, type ButtonProps } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field-error.tsx';

interface OlderEntriesProps extends Pick<ButtonProps, 'size' | 'children'> {
  /** The entries that are there, and what is known of those before them. */
  readonly log: {
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

/** Loads the entries before those that are there, and says so where they did not load. */
export const OlderEntries = ({ log, ...button }: OlderEntriesProps) => {
  const t = useText();
  const id = useId();
  return (
    <>
      <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()} {...button} />
      {log.isFetchNextPageError && !log.isFetchingNextPage && (
        <FieldError id={id}>{t('section.not_loaded')}</FieldError>
      )}
    </>
  );
};
