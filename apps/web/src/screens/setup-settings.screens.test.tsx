import { expect, test } from 'vitest';
import { openSetup, problem, statusOf } from '#features/setup/testing/setup-desk.tsx';
import { currentLocation } from '#shared/router/location.ts';
import { write } from '#shared/testing/page.tsx';
import { SetupAppScreen, SetupEnvironmentScreen } from './setup-steps.screen.tsx';

type Desk = Awaited<ReturnType<typeof openSetup>>;
const at = () => currentLocation().pathname;
const sentTo = ({ calls }: Desk, name: string) =>
  calls.filter((call) => call.name === name).map(({ body }) => body);
const environment = 'POST /api/setup/environment';

test('the environment begins with the browser’s address, disk and log, and is saved as it is', async () => {
  const desk = await openSetup('/setup-wizard/environment', { next: 'environment' });
  desk.answerStatus(environment, { next: 'app-setup' });
  await desk.draw(<SetupEnvironmentScreen />);
  await desk.submit();
  expect(sentTo(desk, environment)).toEqual([
    {
      url: location.origin,
      storage: { storage_driver: 'disk' },
      mail: { mail_driver: 'log' },
      realtime: true,
    },
  ]);
  expect(at()).toBe('/setup-wizard/app-setup');
});

test('an address that only this computer can open says so while it is written', async () => {
  const desk = await openSetup('/setup-wizard/environment', { next: 'environment' });
  await desk.draw(<SetupEnvironmentScreen />);
  const hint = () =>
    document.getElementById(desk.field('Public address').getAttribute('aria-describedby') ?? '')?.textContent;
  await desk.type('Public address', 'http://127.0.0.1:8080');
  expect(hint()).toBe('Only this computer can open 127.0.0.1. Use a name or address that others can reach.');
  await desk.type('Public address', 'https://files.example.com');
  expect(hint()).toBe('Links in emails lead here.');
});

test('a setting of the environment is neither asked nor sent', async () => {
  const desk = await openSetup('/setup-wizard/environment', {
    next: 'environment',
    locked: ['url', 'storage', 'mail'],
  });
  desk.answerStatus(environment, { next: 'app-setup' });
  await desk.draw(<SetupEnvironmentScreen />);
  expect(desk.box.querySelectorAll('[name^="storage."], [name^="mail."], [name="url"]')).toHaveLength(0);
  await desk.submit();
  expect(sentTo(desk, environment)).toEqual([{ realtime: true }]);
});

test('object storage is tried alone and with the rest; its faults stand at its fields', async () => {
  const desk = await openSetup('/setup-wizard/environment', { next: 'environment' });
  await desk.draw(<SetupEnvironmentScreen />);
  await desk.choose('In object storage');
  await desk.press('Test');
  expect(desk.faultOf('Bucket')).toBe('Enter the bucket name.');
  expect(desk.faultOf('Secret key')).toBe('Enter the key.');
  await desk.type('Bucket', 'files');
  await desk.type('Access key', 'AK');
  await desk.type('Secret key', 'SK');
  const regions = desk.box.querySelector<HTMLSelectElement>('select[name="storage.s3_region"]');
  // Each of Amazon's can be seen, and one more leads to a name that is written.
  expect(regions?.options).toHaveLength(23);
  await desk.change(() => {
    Object.assign(regions ?? {}, { value: 'other' });
    regions?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  const region = () => desk.box.querySelector('input[aria-label="Region name"]');
  await desk.change(() => write(region(), 'Auto'));
  await desk.press('Test');
  expect(region()?.getAttribute('aria-invalid')).toBe('true');
  expect(desk.text()).toContain('Enter a region like eu-central-1.');
  await desk.change(() => write(region(), 'auto'));
  const test = `${environment}/test/storage`;
  desk.answer(test, () => problem('object_storage.no_bucket', 422, { errors: { s3_bucket: ['No.'] } }));
  await desk.press('Test');
  expect(desk.faultOf('Bucket')).toBe('There’s no bucket with this name.');
  desk.answer(test, () => Response.json({ works: true }));
  await desk.press('Test again');
  expect(sentTo(desk, test)[1]).toEqual({
    storage_driver: 's3',
    s3_endpoint: '',
    s3_region: 'auto',
    s3_bucket: 'files',
    s3_access_key: 'AK',
    s3_secret_key: 'SK',
    s3_path_style: null,
    s3_prefix: '',
  });
  expect(desk.text()).toContain('It works: objects were written, read, listed and deleted.');
  const errors = { 'storage.s3_secret_key': ['No.'] };
  desk.answer(environment, () => problem('object_storage.secret_key', 422, { errors }));
  await desk.submit();
  expect(desk.faultOf('Secret key')).toBe('The secret key doesn’t match this access key.');
  desk.answer(environment, () => problem('settings.address_unusable', 422, { errors: { url: ['No.'] } }));
  await desk.submit();
  expect(desk.faultOf('Public address')).toContain('Open the app at the new address first');
});

test('the mail server is tried with an address; a password that is kept stays', async () => {
  const { environment: untouched } = statusOf().kept;
  const mail = {
    ...untouched.mail,
    mail_driver: 'smtp',
    mail_host: 'mail.lan',
    mail_password: true,
  } as const;
  const kept = { environment: { ...untouched, mail } };
  const desk = await openSetup('/setup-wizard/environment', { next: 'environment', kept });
  await desk.draw(<SetupEnvironmentScreen />);
  await desk.press('Send test email');
  expect(desk.faultOf('Send a test email to')).toBe('Enter a valid email, like name@example.com');
  await desk.type('Send a test email to', 'ada@example.com');
  const test = `${environment}/test/mail`;
  const failed = { reason: 'sign_in', errors: { 'mail.mail_password': ['No.'] } };
  desk.answer(test, () => problem('mail.not_sent', 422, failed));
  await desk.press('Send test email');
  expect(desk.faultOf('Password')).toBe('The mail server doesn’t accept this user name and password.');
  desk.answer(test, () => Response.json({ to: 'ada@example.com' }));
  await desk.press('Send test email');
  expect(sentTo(desk, test)[1]).toMatchObject({
    to: 'ada@example.com',
    mail: { mail_driver: 'smtp', mail_host: 'mail.lan', mail_port: 587, mail_password: null },
  });
  expect(desk.text()).toContain('Test email sent to ada@example.com.');
  // Nothing of it is saved yet.
  expect(sentTo(desk, environment)).toEqual([]);
});

test('the failure of the later of two trials is told, whatever failed before', async () => {
  const desk = await openSetup('/setup-wizard/environment', { next: 'environment' });
  await desk.draw(<SetupEnvironmentScreen />);
  await desk.choose('In object storage');
  await desk.type('Bucket', 'files');
  await desk.type('Access key', 'KEY');
  await desk.type('Secret key', 'secret');
  const bucket = { errors: { s3_bucket: ['No.'] } };
  desk.answer(`${environment}/test/storage`, () => problem('object_storage.no_bucket', 422, bucket));
  await desk.press('Test');
  expect(desk.faultOf('Bucket')).toBe('There’s no bucket with this name.');
  await desk.choose('Sent by SMTP');
  await desk.type('Server', 'mail.lan');
  await desk.type('Send a test email to', 'ada@example.com');
  const recipient = { errors: { to: ['One address alone.'] } };
  desk.answer(`${environment}/test/mail`, () => problem('request.invalid', 422, recipient));
  await desk.press('Send test email');
  expect(desk.faultOf('Send a test email to')).toBe('One address alone.');
});

test('a kept password is spoken of for the server alone that it is for', async () => {
  const { environment: untouched } = statusOf().kept;
  const mail = {
    ...untouched.mail,
    mail_driver: 'smtp',
    mail_host: 'mail.lan',
    mail_password: true,
  } as const;
  const kept = { environment: { ...untouched, mail } };
  const desk = await openSetup('/setup-wizard/environment', { next: 'environment', kept });
  await desk.draw(<SetupEnvironmentScreen />);
  const said = () => desk.box.querySelector<HTMLInputElement>('[name="mail.mail_password"]')?.placeholder;
  expect(said()).toBe('A password is set. Leave this empty to keep it');
  await desk.type('Port', '465');
  expect(said()).toBe('');
});

test('the obstacle to a trial is told where its button is', async () => {
  const desk = await openSetup('/setup-wizard/environment', { next: 'environment' });
  await desk.draw(<SetupEnvironmentScreen />);
  await desk.choose('Sent by SMTP');
  await desk.type('Server', 'mail.lan');
  await desk.type('Send a test email to', 'ada@example.com');
  desk.answer('POST /api/setup/environment/test/mail', () => problem('limit.too_many', 429));
  await desk.press('Send test email');
  expect(desk.box.querySelector('.outcome[data-tone="danger"]')?.textContent).toContain('Too many');
  expect(desk.text().split('Too many')).toHaveLength(2);
});

test('the application is prefilled, with chunks as small as what comes through', async () => {
  const desk = await openSetup('/setup-wizard/app-setup', {
    next: 'app-setup',
    kept: { request_size: 1_000_000 },
  });
  desk.answerStatus('POST /api/setup/app', { next: 'admin-setup' });
  await desk.draw(<SetupAppScreen />);
  await desk.submit();
  expect(sentTo(desk, 'POST /api/setup/app')).toEqual([{ ...statusOf().kept.app, chunk_size: 1_000_000 }]);
  expect(at()).toBe('/setup-wizard/admin-setup');
});

test('a size that is none keeps the step, also after going back and forth', async () => {
  const desk = await openSetup('/setup-wizard/app-setup', { next: 'app-setup' });
  await desk.draw(<SetupAppScreen />);
  await desk.type('Upload limit', 'many');
  await desk.draw(<SetupEnvironmentScreen />);
  await desk.draw(<SetupAppScreen />);
  await desk.submit();
  expect(desk.faultOf('Upload limit')).toBeTruthy();
  expect(sentTo(desk, 'POST /api/setup/app')).toEqual([]);
});

test('an entry that is no type keeps the step', async () => {
  const desk = await openSetup('/setup-wizard/app-setup', { next: 'app-setup' });
  desk.answerStatus('POST /api/setup/app', { next: 'admin-setup' });
  await desk.draw(<SetupAppScreen />);
  await desk.type('Blocked file types', 'no/type/at all!');
  // A press of the button leaves the field first.
  await desk.change(() =>
    desk.field('Blocked file types').dispatchEvent(new FocusEvent('focusout', { bubbles: true })),
  );
  await desk.submit();
  expect(desk.faultOf('Blocked file types')).toContain('no/type/at');
  expect(sentTo(desk, 'POST /api/setup/app')).toEqual([]);
  await desk.type('Blocked file types', '');
  await desk.submit();
  expect(at()).toBe('/setup-wizard/admin-setup');
});

test('only the fixed plan asks for a default size; what was wrong with it is forgotten with it', async () => {
  const desk = await openSetup('/setup-wizard/app-setup', { next: 'app-setup' });
  desk.answerStatus('POST /api/setup/app', { next: 'admin-setup' });
  await desk.draw(<SetupAppScreen />);
  const size = () => desk.box.querySelector('input[name="default_capacity"]');
  const choosePlan = (plan: string) =>
    desk.change(() => desk.box.querySelector<HTMLInputElement>(`input[value="${plan}"]`)?.click());
  expect(size()).toBeNull();
  await choosePlan('fixed');
  await desk.type('Default storage', 'much');
  await desk.submit();
  expect(desk.faultOf('Default storage')).toBe('Enter a size, like 10.');
  await choosePlan('none');
  expect(size()).toBeNull();
  await desk.submit();
  expect(at()).toBe('/setup-wizard/admin-setup');
  expect(sentTo(desk, 'POST /api/setup/app')).toMatchObject([{ subscription_type: 'none' }]);
});

test('a fault in what is folded away unfolds it', async () => {
  const desk = await openSetup('/setup-wizard/app-setup', { next: 'app-setup' });
  await desk.draw(<SetupAppScreen />);
  const [looks, limits] = desk.box.querySelectorAll('details');
  expect([looks?.open, limits?.open]).toEqual([false, false]);
  await desk.type('Title', ' ');
  await desk.type('Contact email', 'nobody');
  await desk.type('Upload limit', 'many');
  await desk.submit();
  expect(desk.faultOf('Title')).toBe('The app needs a title.');
  expect(desk.faultOf('Contact email')).toBe('Enter a valid email, like name@example.com');
  expect(desk.faultOf('Upload limit')).toBeTruthy();
  expect([looks?.open, limits?.open]).toEqual([true, true]);
  expect(desk.calls).toEqual([]);
  await desk.type('Title', 'Northlight');
  await desk.type('Contact email', '');
  await desk.type('Upload limit', '2');
  desk.answer('POST /api/setup/app', () =>
    problem('request.invalid', 422, { errors: { chunk_size: ['A chunk has at least 64 KiB.'] } }),
  );
  await desk.submit();
  expect(sentTo(desk, 'POST /api/setup/app')).toMatchObject([
    { title: 'Northlight', contact_email: null, upload_limit: 2e9 },
  ]);
  expect(desk.faultOf('Chunk size')).toBe('A chunk has at least 64 KiB.');
});

test('an image is kept as soon as it is chosen, with the code, and can be done without', async () => {
  const desk = await openSetup('/setup-wizard/app-setup', { next: 'app-setup' });
  const kept = { images: { ...statusOf().kept.images, logo: true } };
  desk.answerStatus('POST /api/setup/images', { next: 'app-setup', kept });
  desk.answerStatus('DELETE /api/setup/images/logo', { next: 'app-setup' });
  await desk.draw(<SetupAppScreen />);
  const picker = desk.box.querySelector<HTMLInputElement>('input[type="file"][aria-label="Logo"]');
  const file = new File(['png'], 'logo.png', { type: 'image/png' });
  Object.defineProperty(picker, 'files', { value: [file] });
  await desk.change(() => picker?.dispatchEvent(new Event('change', { bubbles: true })));
  expect(sentTo(desk, 'POST /api/setup/images')).toMatchObject([{ name: 'logo' }]);
  expect(desk.box.querySelector('img[alt="Logo"]')).not.toBeNull();
  await desk.press('Remove Logo');
  expect(desk.box.querySelector('img[alt="Logo"]')).toBeNull();
});
