// breaks: pure-roles
import { readFileSync } from 'node:fs';

export type Rule = string;
export const rule = (): Rule => readFileSync('/dev/null', 'utf8');
