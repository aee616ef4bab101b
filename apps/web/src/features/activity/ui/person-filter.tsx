import { X } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type KeyboardEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { calledOf } from '#shared/lib/called-of.ts';
import { useDebounced } from '#shared/lib/use-debounced.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { peopleQuery, personQuery } from '../activity.queries.ts';

/** Milliseconds that typing pauses before the server is queried. */
const pause = 150;

interface PersonFilterProps {
  readonly user: string | undefined;
  readonly onChoose: (user: string | undefined) => void;
}

/** Selects the person that the log is filtered by: a combobox. */
export const PersonFilter = ({ user, onChoose }: PersonFilterProps) => {
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [at, setAt] = useState(0);
  const known = useQuery(personQuery(user)).data;
  const asked = useDebounced(typed ?? '', pause);
  const { data, isSuccess, isError, isPlaceholderData } = useQuery(peopleQuery(asked));
  const people = data ?? [];
  /** The suggestions match the typed text; keys ignore stale suggestions. */
  const isCurrent = asked === typed && isSuccess && !isPlaceholderData;
  const isWritten = typed !== undefined && typed.trim() !== '' && asked.trim() !== '';
  const isOpen = isWritten && (people.length > 0 || isCurrent || isError);
  const active = isOpen && isCurrent ? people[at] : undefined;
  const choose = (chosen: string | undefined): void => {
    setTyped(undefined);
    setAt(0);
    onChoose(chosen);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0 && isCurrent && people.length > 0) setAt((at + by + people.length) % people.length);
    else if (event.key === 'Enter' && active) choose(active.id);
    else if (event.key === 'Escape' && typed !== undefined) setTyped(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="activity-person">
      <label htmlFor={id}>{t('activity.filter.user')}</label>
      <TextInput
        id={id}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-people`}
        aria-autocomplete="list"
        aria-activedescendant={active && `${id}-${active.id}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={t('activity.filter.user_all')}
        value={typed ?? (user === undefined ? '' : (known ?? ''))}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setAt(0);
          if (currentTarget.value === '' && user !== undefined) choose(undefined);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(undefined)}
        end={
          user !== undefined && (
            <IconButton
              size="small"
              label={t('activity.filter.user_all')}
              icon={<X className="icon-16" />}
              onClick={() => choose(undefined)}
            />
          )
        }
      />
      <div
        id={`${id}-people`}
        className="activity-people"
        role="listbox"
        aria-label={t('activity.filter.user')}
        hidden={!isOpen}
        // The field keeps the focus.
        onPointerDown={(event) => event.preventDefault()}
      >
        {people.map((person, index) => (
          <div
            key={person.id}
            id={`${id}-${person.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={person === active}
            onPointerMove={() => isCurrent && setAt(index)}
            onClick={() => choose(person.id)}
            onKeyDown={onKeyDown}
          >
            <span className="truncate">{calledOf(person)}</span>
            {person.name && <span className="truncate muted">{person.email}</span>}
          </div>
        ))}
        {isError && <p>{t('section.not_loaded')}</p>}
        {isCurrent && people.length === 0 && <p>{t('activity.filter.user_none')}</p>}
      </div>
    </div>
  );
};
