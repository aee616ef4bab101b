import { Wifi, WifiOff } from 'lucide-react';
import { createElement } from 'react';
import { uploads } from '#features/uploads/uploads.store.ts';
import { text } from '#shared/i18n/messages.ts';
import { dismissToast, showToast } from '#shared/ui/toast.ts';

/** Says when the browser has lost the network, and when it is back: the former stays that long. While files go up, their dock says it. */
export const watchNetwork = (): (() => void) => {
  let told: number | undefined;
  const onOffline = (): void => {
    if (uploads.get().active) return;
    told = showToast({
      type: 'danger',
      message: text('offline.notice'),
      icon: createElement(WifiOff),
      stays: true,
    });
  };
  const onOnline = (): void => {
    if (told === undefined) return;
    dismissToast(told);
    told = undefined;
    showToast({ type: 'success', message: text('offline.back'), icon: createElement(Wifi) });
  };
  performance.mark('holdall:network');
  addEventListener('offline', onOffline);
  addEventListener('online', onOnline);
  return () => {
    removeEventListener('offline', onOffline);
    removeEventListener('online', onOnline);
  };
};
