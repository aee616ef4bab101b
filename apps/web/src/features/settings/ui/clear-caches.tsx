import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import { useState } from 'react';
import { errorText } from '#shared/i18n/error-text.ts';
import { hasText, text } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { administer } from '#shared/session/administer.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card, CardRow } from '#shared/ui/card.tsx';

/** Formats the cleared amounts, without those that are zero. */
const clearedText = (cleared: Readonly<Record<string, number>>): string => {
  const parts = Object.entries(cleared)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => {
      const key = `settings.caches.${name}`;
      // A plural is found by its stem.
      return hasText(`${key}_other`) || hasText(key)
        ? text(key as 'settings.caches.finished_jobs', { count })
        : text('settings.caches.any', { name, count });
    });
  return parts.length === 0
    ? text('settings.caches_empty')
    : text('settings.caches_cleared', { what: parts.join(', ') });
};

/** Clears caches and reports the amounts. */
export const ClearCaches = () => {
  const t = useText();
  const [said, setSaid] = useState<string>();
  const clear = useMutation({
    mutationFn: () => administer(adminEndpoints.clearCaches, {}),
    onMutate: () => setSaid(undefined),
    onSuccess: ({ cleared }) => setSaid(clearedText(cleared)),
  });
  return (
    <Card title={t('settings.caches')}>
      <CardRow
        label={t('settings.caches_clear')}
        help={t('settings.caches_help')}
        error={clear.isError ? errorText(clear.error) : undefined}
      >
        <Button busy={clear.isPending} onClick={() => clear.mutate()}>
          {t('settings.caches_clear')}
        </Button>
        <span className="muted" role="status">
          {said}
        </span>
      </CardRow>
    </Card>
  );
};
