import { memoryStore } from '#adapters/store-memory.ts';
import { suite } from '#adapters/store.suite.ts';
import { clock } from '#testing/clock.ts';

suite(memoryStore);
clock();
