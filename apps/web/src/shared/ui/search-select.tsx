import './search-select.css';
import { Check, ChevronsUpDown } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import type { FieldProps } from './card.tsx';
import { placeMenu } from './menu-place.ts';
import { foundOptions, writtenInto } from './search-options.ts';
import type { SelectOption } from './select.tsx';
import { TextInput } from './text-input.tsx';

interface SearchSelectProps extends FieldProps {
  readonly name?: string;
  readonly options: readonly SelectOption[];
  readonly value: string;
  /** Stands in the field while nothing is chosen. */
  readonly placeholder?: string;
  /** The number of options that stand apart from the others, at the top. */
  readonly pinned?: number;
  readonly onChoose: (value: string) => void;
}

/** A choice among many: a combobox by the ARIA pattern, which finds by any part of a name. */
export const SearchSelect = ({
  options,
  value,
  placeholder,
  pinned = 0,
  onChoose,
  ...field
}: SearchSelectProps) => {
  const t = useText();
  const [written, setWritten] = useState<string>();
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const isOpen = written !== undefined;
  const found = isOpen ? foundOptions(options, written) : [];
  const chosen = options.find((option) => option.value === value);
  const listId = `${field.id}-list`;
  const idOf = (option: SelectOption): string => `${listId}-${option.value}`;
  const activeOption = found[active];
  const activeId = activeOption && idOf(activeOption);

  useLayoutEffect(() => {
    const [box, popover] = [input.current?.parentElement?.getBoundingClientRect(), list.current];
    if (!isOpen || !box || !popover) return;
    popover.style.width = `${box.width}px`;
    popover.showPopover();
    placeMenu(popover, box, 'start');
  }, [isOpen]);
  useLayoutEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const open = (): void => {
    if (isOpen) return;
    setWritten('');
    setActive(
      Math.max(
        0,
        options.findIndex((option) => option.value === value),
      ),
    );
  };
  const close = (): void => setWritten(undefined);
  const choose = (option: SelectOption | undefined): void => {
    close();
    if (option && option.value !== value) onChoose(option.value);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) setActive((at) => Math.min(found.length - 1, Math.max(0, at + step)));
      else open();
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      choose(found[active]);
    } else if (event.key === 'Escape' && isOpen) {
      // Escape closes the list alone, not the popup around the field.
      event.stopPropagation();
      event.preventDefault();
      close();
    }
  };

  return (
    <span className="search-select">
      <TextInput
        {...field}
        ref={input}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        autoComplete="off"
        spellCheck={false}
        placeholder={(isOpen ? chosen?.label : undefined) ?? placeholder}
        value={written ?? chosen?.label ?? ''}
        onClick={open}
        onBlur={close}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => {
          setWritten(isOpen ? currentTarget.value : writtenInto(chosen?.label ?? '', currentTarget.value));
          setActive(0);
        }}
        end={<ChevronsUpDown className="icon-16" />}
      />
      {isOpen && (
        <div
          ref={list}
          id={listId}
          className="menu search-select-list"
          role="listbox"
          tabIndex={-1}
          popover="manual"
          aria-labelledby={field['aria-labelledby']}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onKeyDown={onKeyDown}
          onClick={({ target }) => {
            const option = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null;
            if (option) choose(found[Number(option.dataset['at'])]);
          }}
        >
          {found.map((option, at) => (
            <div
              key={option.value}
              id={idOf(option)}
              className="menu-item"
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              data-at={at}
              data-divided={(written === '' && pinned > 0 && at === pinned) || undefined}
            >
              <span className="truncate">{option.label}</span>
              {option.value === value && <Check className="menu-tick" />}
            </div>
          ))}
          {found.length === 0 && <p className="search-select-none">{t('select.none')}</p>}
        </div>
      )}
    </span>
  );
};
