import { expect, test } from 'vitest';
import { exposition, mayRead } from './metrics.rules.ts';

test('metrics are written in the format of Prometheus', () => {
  const text = exposition([
    { name: 'holdall_users', type: 'gauge', help: 'Accounts.', samples: [{ value: 3 }] },
    { name: 'holdall_none', type: 'gauge', help: 'Nothing.', samples: [] },
    {
      name: 'holdall_jobs',
      type: 'gauge',
      help: 'Jobs.',
      samples: [{ labels: { kind: 'a"b\\c\n', state: 'dead' }, value: 1 }],
    },
  ]);
  expect(text).toBe(
    [
      '# HELP holdall_users Accounts.',
      '# TYPE holdall_users gauge',
      'holdall_users 3',
      '# HELP holdall_jobs Jobs.',
      '# TYPE holdall_jobs gauge',
      String.raw`holdall_jobs{kind="a\"b\\c\n",state="dead"} 1`,
      '',
    ].join('\n'),
  );
});

const token = 'a token of the operator';

test.each([
  { by: 'the token', authorization: `Bearer ${token}`, known: token, may: true },
  { by: 'a wrong token', authorization: 'Bearer wrong', known: token, may: false },
  { by: 'nothing', authorization: undefined, known: token, may: false },
  { by: 'nothing, where there is no token', authorization: undefined, known: undefined, may: false },
  { by: 'what no token would look like', authorization: 'Bearer undefined', known: undefined, may: false },
])('a request by $by', ({ authorization, known, may }) => {
  expect(mayRead(authorization, known)).toBe(may);
});
