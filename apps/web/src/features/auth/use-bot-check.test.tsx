import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#shared/testing/eventually.ts';
import { hadForeignScript } from './foreign-script.ts';
import { openDesk } from './testing/auth-desk.tsx';
import { useBotCheck, type BotAction } from './use-bot-check.ts';

const Form = ({ action }: { readonly action: BotAction }) => {
  const problem = useBotCheck(action).problemOf(undefined);
  return <p>{problem === undefined ? 'All is well.' : 'It did not load.'}</p>;
};

/** Address of the service's scripts, which no test loads. */
const holdScripts = (): HTMLElement => {
  const box = document.createElement('div');
  const spy = vi.spyOn(document.head, 'append').mockImplementation((...nodes) => box.append(...nodes));
  onTestFinished(() => spy.mockRestore());
  return box;
};

const config = {
  allowedRecaptcha: true,
  recaptcha_client_id: 'the-site-key',
  recaptcha_origin: 'https://bots.example',
};
const arrived = (scripts: HTMLElement) =>
  eventually(() => scripts.firstElementChild ?? expect.fail('No script is there yet.'));
const fail = (script: Element): void => void script.dispatchEvent(new Event('error'));

test('a failed load of a form that was left does not affect the next form, whose script stays', async () => {
  const scripts = holdScripts();
  const desk = await openDesk('/', config);
  expect(hadForeignScript()).toBe(false);
  await desk.draw(<Form key="first" action="sign_in" />);
  const first = await arrived(scripts);
  await desk.draw(<Form key="second" action="forgot_password" />);
  const second = await arrived(scripts);
  expect(second).not.toBe(first);
  await desk.change(() => fail(first));
  expect(desk.text()).toBe('All is well.');
  expect(scripts.children).toHaveLength(1);
  await desk.change(() => fail(second));
  expect(desk.text()).toBe('It did not load.');
  expect(scripts.children).toHaveLength(0);
  expect(hadForeignScript()).toBe(true);
});
