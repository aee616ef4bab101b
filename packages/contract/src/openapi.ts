import { z } from 'zod';
import { type Endpoint, tokenScopeOf } from './endpoint.ts';
import { batchAnswerType, batchType } from './upload-batch.limits.ts';
import { errorCodes, errorStatuses, problem } from './error-codes.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
};

const parametersOf = (schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] =>
  Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(field as z.ZodType, 'input'),
  }));

const binary: Json = { type: 'string', format: 'binary' };

const overrideNote = (method: string): Json => ({ _method: { type: 'string', const: method.toLowerCase() } });

const requestBodyOf = (endpoint: Endpoint): Json | undefined => {
  if (endpoint.bodyKind === undefined) return undefined;
  if (endpoint.bodyKind === 'bytes')
    return { required: true, content: { 'application/octet-stream': { schema: binary } } };
  const schema = endpoint.body === undefined ? {} : schemaOf(endpoint.body, 'input');
  if (endpoint.bodyKind === 'json') return { required: true, content: { 'application/json': { schema } } };
  if (endpoint.bodyKind === 'batch') {
    const description = 'For each file a line of JSON as in `x-record`, then exactly `size` bytes.';
    return {
      required: true,
      content: { [batchType]: { schema: { ...binary, description, 'x-record': schema } } },
    };
  }
  const properties = { ...(schema['properties'] as Json | undefined), file: binary };
  return { required: true, content: { 'multipart/form-data': { schema: { ...schema, properties } } } };
};

const reasons: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  204: 'Done, nothing to say',
  206: 'A range of the bytes',
};

const answersOf = (endpoint: Endpoint): Json => {
  const answers: Json = {};
  const answerType = endpoint.bodyKind === 'batch' ? batchAnswerType : 'application/json';
  for (const [status, schema] of Object.entries(endpoint.answers)) {
    const description = reasons[Number(status)] ?? 'Answer';
    if (schema === null) answers[status] = { description };
    else if (schema === 'bytes')
      answers[status] = { description, content: { 'application/octet-stream': { schema: binary } } };
    else
      answers[status] = {
        description,
        content: { [answerType]: { schema: schemaOf(schema, 'output') } },
      };
  }
  const isOfPeople = endpoint.access === 'user' || endpoint.access === 'admin';
  const codes = new Set([
    ...(endpoint.errors ?? []),
    ...(isOfPeople ? (['session.required'] as const) : []),
    ...(isOfPeople && endpoint.beforeTwoFactor !== true ? (['two_factor.required'] as const) : []),
    'request.invalid' as const,
  ]);
  const byStatus = Map.groupBy(codes, (code) => errorStatuses[code]);
  for (const [status, group] of byStatus) {
    answers[String(status)] = {
      description: group.map((code) => `\`${code}\``).join(', '),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    };
  }
  return answers;
};

/**
 * Returns the security requirements of an endpoint: none, a signed-in browser, or a program with a token of the scope
 * that is named.
 */
const securityOf = (endpoint: Endpoint): Json[] => {
  if (endpoint.access === 'public' || endpoint.access === 'link') return [];
  const scope = tokenScopeOf(endpoint);
  return scope === undefined ? [{ session: [] }] : [{ session: [] }, { token: [scope] }];
};

const operationOf = (name: string, endpoint: Endpoint): Json => {
  const requestBody = requestBodyOf(endpoint);
  return {
    operationId: name,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    security: securityOf(endpoint),
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: answersOf(endpoint),
  };
};

/** The same call as POST with `_method` in its body, as the specification makes it. */
const overrideOf = (name: string, endpoint: Endpoint): Json => {
  const operation = operationOf(`${name}ByPost`, endpoint);
  const schema = endpoint.body === undefined ? { type: 'object' } : schemaOf(endpoint.body, 'input');
  return {
    ...operation,
    summary: `${endpoint.summary} (POST with \`_method\`)`,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            allOf: [
              { type: 'object', properties: overrideNote(endpoint.method), required: ['_method'] },
              schema,
            ],
          },
        },
      },
    },
  };
};

/** The OpenAPI 3.1 document of an endpoint table. @param version of the application */
export const createOpenApi = (endpoints: Readonly<Record<string, Endpoint>>, version: string): Json => {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operationOf(name, endpoint);
    if (endpoint.override !== undefined) path['post'] = overrideOf(name, endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Holdall',
      version,
      description: `Store, organise and share files. Errors are \`application/problem+json\` with one of these codes: ${errorCodes.join(', ')}.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths,
    components: {
      schemas: { Problem: schemaOf(problem, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'holdall' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A personal access token, made on the page “Password”, with the scope that a call names.',
        },
      },
    },
  };
};
