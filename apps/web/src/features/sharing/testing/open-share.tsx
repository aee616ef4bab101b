import type { Config } from '@holdall/contract/settings';
import type { Share } from '@holdall/contract/share-link';
import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, vi } from 'vitest';
import { putConfig } from '#shared/config/config.ts';
import { change, openPlace, write } from '#shared/testing/page.tsx';
import { openServer, type Call } from '#shared/testing/server.ts';
import type { SharedItem, Several } from '../sharing.store.ts';
import { SharePopup } from '../ui/share.popup.tsx';
import { linkOf } from './links.ts';

export const { token } = linkOf().data.attributes;
export const address = `https://files.example.com/share/${token}`;
/** The popup's callbacks. */
export const onChanged = vi.fn<(link: Share | null) => void>();
export const onClose = vi.fn<() => void>();

/** Mocks the browser’s clipboard. @returns the copied texts */
export const openClipboard = (refuses = false): string[] => {
  const copied: string[] = [];
  const spy = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    if (refuses) throw new Error('refused');
    copied.push(text);
  });
  onTestFinished(() => spy.mockRestore());
  return copied;
};

export const refused = (status: number, code: string): Response =>
  Response.json({ status, code, message: '' }, { status });

/** Opens the popup of an item. `answer` handles calls that do not concern guest activity. */
export const openShare = async (
  item: SharedItem,
  answer: (call: Call) => object | Promise<object>,
  { refused: wasRefused = false, several }: { refused?: boolean; several?: Several } = {},
) => {
  putConfig({ host: 'https://files.example.com', mails: true } as Config);
  onChanged.mockClear();
  onClose.mockClear();
  const calls = openServer(async (call) => {
    if (call.path.endsWith('/activity'))
      return Response.json({ data: [], meta: { next: null, revertible: 0 } });
    const said = await answer(call);
    return said instanceof Response ? said : Response.json(said);
  });
  const client = new QueryClient();
  const place = openPlace(client);
  await place.draw(
    <SharePopup
      {...{ item, onChanged, onClose }}
      refused={wasRefused}
      several={several}
      onSeen={() => undefined}
      onReverted={() => undefined}
    />,
  );
  const named = (selector: string, name: string): HTMLElement => {
    const found = [...place.box.querySelectorAll<HTMLElement>(selector)].find((element) => {
      const by = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
      const label = element.closest('label') ?? place.box.querySelector(`label[for="${element.id}"]`);
      return [element, by, label].some((one) => one?.textContent?.trim() === name);
    });
    return found ?? expect.fail(`There is no ${selector} “${name}”.`);
  };
  return {
    box: place.box,
    client,
    leave: () => place.draw(null),
    press: (name: string) => change(() => named('button', name).click()),
    choose: (name: string) => change(() => named('input', name).click()),
    write: (selector: string, text: string) => change(() => write(place.box.querySelector(selector), text)),
    /** Bodies of the calls to that path. */
    sent: (method: string, path: string) =>
      calls.filter((call) => call.method === method && call.path === path).map(({ body }) => body),
    field: () => place.box.querySelector<HTMLInputElement>('input[readonly]'),
  };
};
