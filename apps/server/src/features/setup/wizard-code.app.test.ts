import { setupProbeLength, setupProbeLimit } from '@holdall/contract/setup';
import { describe, expect, test, vi } from 'vitest';
import { setupCalls, useWizard } from '#testing/use-wizard.ts';

// The image processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const { begin, wizard } = useWizard();

describe('the setup code', () => {
  const outside = { host: 'files.example.com' };

  test('is needed by every call, wherever it comes from', async () => {
    await begin();
    expect(setupCalls.length).toBeGreaterThan(10);
    for (const { method, path } of setupCalls) {
      const call = { method, url: path.replace('{name}', 'logo') };
      expect([path, (await wizard().app.inject({ ...call, headers: outside })).json()]).toMatchObject([
        path,
        { status: 401, code: 'setup.code_needed' },
      ]);
    }
    const call = { method: 'GET', url: '/api/setup/status' } as const;
    expect(
      (await wizard().app.inject({ ...call, headers: { ...outside, 'x-setup-code': 'x' } })).json(),
    ).toMatchObject({ code: 'setup.code_wrong' });
    expect(
      (await wizard().app.inject({ ...call, headers: { ...outside, 'x-setup-code': wizard().code() } }))
        .statusCode,
    ).toBe(200);
    // Every request looks like this through a transparent proxy on this machine.
    for (const headers of [
      { host: '127.0.0.1:8080' },
      { host: 'localhost' },
      { host: 'localhost:8080', 'sec-fetch-site': 'same-origin', origin: 'http://localhost:8080' },
    ])
      expect(
        (await wizard().app.inject({ ...call, headers, remoteAddress: '127.0.0.1' })).json(),
      ).toMatchObject({ code: 'setup.code_needed' });
    expect(wizard().logged.join('')).not.toContain(wizard().code());
  });

  test('is needed by a page of another site, and suffices for it', async () => {
    await begin();
    const send = (headers: Record<string, string>) =>
      wizard().app.inject({
        method: 'POST',
        url: '/api/setup/app',
        headers: { host: 'localhost', ...headers },
        payload: {},
      });
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      expect((await send(headers)).json()).toMatchObject({ status: 403, code: 'request.cross_site' });
    const typed = { 'content-type': 'text/plain', 'x-setup-code': wizard().code() };
    expect((await send(typed)).statusCode).toBe(415);
    // A proxy in front has another scheme, or another name.
    await send({ host: 'files.example.com', 'x-setup-code': 'x' });
    const proxied = {
      host: '10.0.0.5:8080',
      origin: 'https://files.example.com',
      'x-setup-code': wizard().code(),
    };
    expect((await send(proxied)).statusCode).toBe(200);
  });
});

test('requests of a browser can be probed', async () => {
  await begin();
  const upload = (bytes: number) =>
    wizard().app.inject({
      method: 'POST',
      url: '/api/setup/probe',
      headers: {
        host: 'localhost',
        'content-type': 'application/octet-stream',
        'x-setup-code': wizard().code(),
      },
      payload: Buffer.alloc(bytes),
    });
  expect((await upload(3_000_000)).json()).toEqual({ received: 3_000_000 });
  expect((await upload(setupProbeLimit + 1)).json()).toMatchObject({ code: 'request.too_large' });
  const part = await wizard().app.inject({
    url: '/api/setup/probe',
    headers: { host: 'localhost', range: 'bytes=250-252', 'x-setup-code': wizard().code() },
  });
  expect({
    status: part.statusCode,
    range: part.headers['content-range'],
    bytes: [...part.rawPayload],
  }).toEqual({
    status: 206,
    range: `bytes 250-252/${setupProbeLength}`,
    bytes: [250, 0, 1],
  });
});

test('all other calls wait for the installation', async () => {
  await begin();
  expect((await wizard().app.inject({ url: '/api/user' })).json()).toMatchObject({
    status: 503,
    code: 'setup.required',
  });
  // A health check of a load balancer succeeds, so that people reach the wizard.
  for (const url of ['/health/live', '/health/ready'])
    expect((await wizard().app.inject({ url })).statusCode).toBe(200);
  expect((await wizard().app.inject({ url: '/realtime/app/x' })).statusCode).toBe(404);
});
