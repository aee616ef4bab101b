// breaks: tests-are-leaves
import { clock } from '#testing/clock.ts';

export const compose = clock;
