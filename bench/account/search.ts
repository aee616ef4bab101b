import type { Browse } from '@holdall/contract/files';
import type { Chapter, Scenario } from './scenario.ts';

const few = 10;
const many = 25;

/** Searches for common and for rare names. */
export const search: Chapter = {
  title: 'Search',
  scenarios: async (stage) => {
    const page = await stage.ask('GET', `/api/browse/folders/${stage.largeFolder}?limit=1`);
    const rare = (JSON.parse(page.body) as Browse).files.data[0]?.data.attributes.name ?? '';
    const queries: readonly (readonly [what: string, query: string, target: number])[] = [
      ['one file by its name', rare, few],
      ['a word', 'quarterly', many],
      ['a word with accents, without them', 'uctenka', many],
      ['many hits', 'jpg', many],
      ['many hits', '201', many],
      ['several words', 'birthday garden', many],
      ['several words, few hits', 'garden birthday recipe', few],
      ['part of a date', 'img_20190801', few],
      ['one letter', 'q', many],
      ['two letters', 'qu', many],
      ['two letters inside a word', 'rt', many],
      ['two characters of Chinese', '写真', many],
      ['an emoji', '🎉', many],
      ['signs', '(a+)+$', few],
      ['a typo', 'quartely', many],
      ['a typo in a short word', 'notse', many],
      ['two words, one typo', 'certificate pasport', many],
      ['nothing', 'zzyzx', few],
      ['nothing, of many letters', 'x'.repeat(200), few],
      ['common parts that never meet', '201 jpg 202 pdf', many],
    ];
    return queries.map(([what, query, target]): Scenario => ({
      name: `${what}: ${query.length > 30 ? `${query.slice(0, 27)}…` : query}`,
      repeats: 'cheap',
      target,
      run: () => stage.ask('GET', `/api/search?query=${encodeURIComponent(query)}`),
    }));
  },
};
