import { useId } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button, type ButtonProps } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field-error.tsx';

interface OlderEntriesProps extends Pick<ButtonProps, 'size' | 'children'> {
  /** The loaded entries and the state of the query for older ones. */
  readonly log: {
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

/** Loads entries older than the loaded ones, and shows a failure beside the button. */
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
