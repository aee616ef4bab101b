// breaks: feature-roles
import type { Rule } from './users.rules.ts';

export const find = (rule: Rule) => rule;
