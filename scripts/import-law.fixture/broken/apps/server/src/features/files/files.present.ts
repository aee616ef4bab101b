// breaks: pure-roles
import { answer } from '#http/answer.ts';

export const present = answer;
