import { first } from '#lib/first.ts';
import { answer } from '#http/answer.ts';

export const memoryStore = [first, answer];
