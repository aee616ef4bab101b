import { createHash } from 'node:crypto';
import type { Endpoint } from '@holdall/contract/endpoint';
import { errorStatuses } from '@holdall/contract/error-codes';
import { z } from 'zod';
import { typeText } from '#http/type-text.ts';

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 52rem; margin: 0 auto; padding: 2rem 1rem 6rem; }
h1 { font-size: 1.6rem; } h2 { margin-top: 3rem; } h3 { margin: 2.2rem 0 .2rem; font-size: 1rem; overflow-wrap: anywhere; }
code, pre { font: .86rem/1.45 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .7rem .9rem; border: 1px solid #8884; border-radius: .5rem; }
.method { display: inline-block; min-width: 4.2rem; font-weight: 700; }
dt { font-weight: 600; margin-top: .5rem; } dd { margin: 0; overflow-wrap: anywhere; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** The page runs no script and loads nothing. */
export const apiDocsPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const idOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

const schemaText = (schema: z.ZodType, io: 'input' | 'output'): string =>
  typeText(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));

const callers = {
  public: 'Anybody.',
  user: 'Whoever is signed in.',
  admin: 'Administrators.',
  link: 'Whoever has the link.',
} as const satisfies Record<Endpoint['access'], string>;

const bodyKinds = {
  json: 'JSON body',
  form: 'Form (multipart/form-data): these fields, then file',
  bytes: 'Body: the bytes of the file',
  batch:
    'Body (application/vnd.holdall.batch): for each file a line of JSON with these fields, then its bytes',
} as const;

const block = (title: string, text: string): string =>
  `<dt>${escaped(title)}</dt><dd><pre tabindex="0">${escaped(text)}</pre></dd>`;

const bodyOf = ({ body, bodyKind }: Endpoint): string => {
  if (bodyKind === undefined) return '';
  return block(bodyKinds[bodyKind], body === undefined ? '' : schemaText(body, 'input'));
};

const answersOf = ({ answers }: Endpoint): string =>
  Object.entries(answers)
    .map(([status, answer]) => {
      if (answer === null) return `<dt>${status}</dt><dd>Nothing more.</dd>`;
      if (answer === 'bytes') return `<dt>${status}</dt><dd>Bytes.</dd>`;
      return block(status, schemaText(answer, 'output'));
    })
    .join('');

const errorsOf = ({ errors = [] }: Endpoint): string =>
  errors.length === 0
    ? ''
    : `<dt>Errors</dt><dd>${errors.map((code) => `<code>${code}</code> (${errorStatuses[code]})`).join(', ')}</dd>`;

const callOf = (endpoint: Endpoint): string => {
  const { method, path, access, summary, params, query, override } = endpoint;
  const byPost =
    override === undefined ? '' : ' <code>POST</code> with <code>_method</code> in its body as well.';
  return `<section><h3><code><span class="method">${method}</span>${escaped(path)}</code></h3>
<p>${escaped(summary)}${byPost}</p>
<dl><dt>Who</dt><dd>${callers[access]}</dd>${params === undefined ? '' : block('Path', schemaText(params, 'input'))}${
    query === undefined ? '' : block('Query', schemaText(query, 'input'))
  }${bodyOf(endpoint)}${answersOf(endpoint)}${errorsOf(endpoint)}</dl></section>`;
};

/**
 * The calls of an endpoint table as a page for people: plain HTML, made once.
 *
 * @param version of the application
 */
export const createApiDocs = (endpoints: Readonly<Record<string, Endpoint>>, version: string): string => {
  const byTag = Map.groupBy(Object.values(endpoints), ({ tag }) => tag);
  const tags = [...byTag.keys()].toSorted();
  const links = tags.map((tag) => `<li><a href="#${idOf(tag)}">${escaped(tag)}</a></li>`).join('');
  const sections = tags.map(
    (tag) => `<h2 id="${idOf(tag)}">${escaped(tag)}</h2>${(byTag.get(tag) ?? []).map(callOf).join('')}`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API ${escaped(version)}</title><style>${style}</style></head><body><main>
<h1>API ${escaped(version)}</h1>
<p>Bodies and answers are JSON in UTF-8, ids UUIDs, sizes bytes, times ISO 8601 in UTC. A call that fails answers
<code>application/problem+json</code> with <code>status</code>, <code>code</code>, <code>message</code> and, where fields are at
fault, <code>errors</code> by field. Unknown fields are refused. The same table as an
<a href="/api/openapi.json">OpenAPI 3.1 document</a>.</p>
<nav aria-label="Sections"><ul>${links}</ul></nav>
${sections.join('\n')}
</main></body></html>`;
};
