import { useText } from '#shared/i18n/use-text.ts';
import type { Group, Option } from '../results.ts';
import { OptionRow } from './option-row.tsx';

/** The id of an option's element, in the list of the id. */
export const optionDomId = (id: string, option: Option): string => `${id}-${option.id}`;

interface ResultGroupsProps {
  /** The id of the list. */
  readonly id: string;
  readonly groups: readonly Group[];
  readonly query: string;
  /** The option that Enter opens. */
  readonly active: string | undefined;
}

/** The results by their kinds. */
export const ResultGroups = ({ id, groups, query, active }: ResultGroupsProps) => {
  const t = useText();
  return groups.map(({ name, options }) => (
    <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
      <div id={`${id}-${name}`} className="spotlight-group" role="presentation">
        {t(`spotlight.group.${name}`)}
      </div>
      {options.map((option) => (
        <OptionRow
          key={option.id}
          {...{ option, query }}
          domId={optionDomId(id, option)}
          active={option.id === active}
        />
      ))}
    </div>
  ));
};
