import { linksOfItemMax } from '@holdall/contract/link-limits';
import { Link2 } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { ShareOption } from './share-option.tsx';

interface AnotherLinkProps {
  /** Links that the item has. */
  readonly count: number;
  readonly onCreate: () => void;
}

/** Offers one more link to the item. */
export const AnotherLink = ({ count, onCreate }: AnotherLinkProps) => {
  const t = useText();
  const isFull = count >= linksOfItemMax;
  return (
    <ShareOption
      icon={<Link2 />}
      label={t('share.another')}
      text={isFull ? t('share.another_full', { count: linksOfItemMax }) : t('share.another_text')}
      control={(ids) =>
        !isFull && (
          <Button aria-describedby={ids['aria-labelledby']} onClick={onCreate}>
            {t('share.another_create')}
          </Button>
        )
      }
    />
  );
};
