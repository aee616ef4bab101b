import './avatar.css';
import { UserRound } from 'lucide-react';
import { charactersOf } from '#shared/lib/characters.ts';
import { darkenedForWhite } from './avatar-color.ts';

interface AvatarProps {
  readonly name: string;
  readonly email: string;
  readonly color: string;
  readonly avatar: { readonly xs: string; readonly sm: string; readonly md: string } | null;
  readonly size: 32 | 42 | 52;
}

/** The image size for a display size (specification section 3). */
const imageFor = (size: number): 'xs' | 'sm' | 'md' => (size >= 52 ? 'md' : size > 32 ? 'sm' : 'xs');

/** A user's picture, or a tile in the user's colour with the first letter of the name, else of the email; a figure where there is neither. */
export const Avatar = ({ name, email, color, avatar, size }: AvatarProps) => {
  const box = { width: size, height: size };
  if (avatar)
    return <img className="avatar" alt="" src={avatar[imageFor(size)]} {...box} draggable={false} />;
  const letter = (charactersOf(name.trim() || email)[0] ?? '').toLocaleUpperCase();
  return (
    <span
      className="avatar"
      aria-hidden="true"
      style={{ ...box, fontSize: Math.round(size * 0.405), background: darkenedForWhite(color) }}
    >
      {letter === '' ? <UserRound size={Math.round(size * 0.5)} /> : letter}
    </span>
  );
};
