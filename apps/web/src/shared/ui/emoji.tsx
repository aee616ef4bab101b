import './emoji.css';
import type { EmojiType } from '@holdall/contract/users';
import { useState } from 'react';
import { createStore, useStore } from '#shared/lib/store.ts';
import { emojiAddress } from './emoji-address.ts';

/** Which pictures emoji have: Twemoji's, or (`applemoji`) those of the device's own font. */
export const emojiSet = createStore<EmojiType>('twemoji');

/** One emoji as a picture; decoration only, whatever it belongs to carries the name. */
export const Emoji = ({ value, size }: { readonly value: string; readonly size: number }) => {
  const set = useStore(emojiSet);
  const [missing, setMissing] = useState('');
  const box = { width: size, height: size };
  if (set === 'applemoji' || missing === value)
    return (
      <span className="emoji" aria-hidden="true" style={{ ...box, fontSize: size * 0.86 }}>
        {value}
      </span>
    );
  return (
    <img
      // An element that is used again would show the previous emoji until this one has loaded.
      key={value}
      className="emoji"
      alt=""
      src={emojiAddress(value)}
      {...box}
      draggable={false}
      decoding="async"
      onError={() => setMissing(value)}
    />
  );
};
