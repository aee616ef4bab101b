import './avatar.css';
import { darkenedForWhite } from './avatar-color.ts';

interface AvatarProps {
  readonly name: string;
  readonly email: string;
  readonly color: string;
  readonly avatar: { readonly xs: string; readonly sm: string; readonly md: string } | null;
  readonly size: 32 | 42 | 52;
}

/** Two letters of the Latin alphabet, or one alone: nothing belongs to the first of them. */
const plain = /^[ -~](?:[ -~]|$)/;

/** The first character as people see it, were it of several code points; only what may be so is asked what it is. */
const firstCharacter = (text: string): string =>
  plain.test(text)
    ? text.charAt(0)
    : (new Intl.Segmenter().segment(text)[Symbol.iterator]().next().value?.segment ?? '');

/** The image size for a display size (specification section 3). */
const imageFor = (size: number): 'xs' | 'sm' | 'md' => (size >= 52 ? 'md' : size > 32 ? 'sm' : 'xs');

/** A user's picture, or a tile in the user's colour with the first letter of the name, else of the e-mail. */
export const Avatar = ({ name, email, color, avatar, size }: AvatarProps) => {
  const box = { width: size, height: size };
  if (avatar)
    return <img className="avatar" alt="" src={avatar[imageFor(size)]} {...box} draggable={false} />;
  const letter = firstCharacter(name.trim() || email).toLocaleUpperCase();
  return (
    <span
      className="avatar"
      aria-hidden="true"
      style={{ ...box, fontSize: Math.round(size * 0.405), background: darkenedForWhite(color) }}
    >
      {letter}
    </span>
  );
};
