import { imageByteLimit } from '@holdall/contract/limits';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type FormFile, readFormFile } from '#http/form-file.ts';
import { BrokenBodyError } from '#http/incoming-bytes.ts';
import { parse } from '#http/register.ts';
import { AppError } from '#lib/app-error.ts';

/** Bytes of a form around its file. */
const formAround = 64 * 1024;

/** Returns the name of an image from a form, and validates all other fields, before and after the file. */
export const nameIn = <Name>(
  form: z.ZodType<{ name: Name; _method?: string | undefined }>,
  fields: object,
): Name => {
  const { name, _method: method } = parse(form, fields);
  if (method !== undefined && method.toUpperCase() !== 'PATCH')
    throw new AppError('request.method_not_allowed');
  return name;
};

const formLimit = { bytes: imageByteLimit + formAround, code: 'image.too_large' } as const;

/** Reads a form with one image. @throws image.too_large, before it is received where its length says so */
export const readImage = async <T>(
  request: FastifyRequest,
  take: (file: FormFile, whole: () => Promise<Record<string, string>>) => Promise<T>,
): Promise<T> => {
  if (Number(request.headers['content-length'] ?? 0) > formLimit.bytes) throw new AppError(formLimit.code);
  try {
    return await readFormFile(request.raw, (_before, file, whole) => take(file, whole), formLimit);
  } catch (error) {
    throw error instanceof BrokenBodyError ? new AppError('request.malformed', { cause: error }) : error;
  }
};
