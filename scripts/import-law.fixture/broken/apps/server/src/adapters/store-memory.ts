// breaks: server-layers, tests-are-leaves
import { answer } from '#http/answer.ts';
import { suite } from '#adapters/store.suite.ts';

export const store = [answer, suite];
