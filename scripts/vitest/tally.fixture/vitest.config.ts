import { defineConfig } from 'vitest/config';
import { TallyReporter } from '../tally.reporter.ts';

export default defineConfig({
  test: { name: 'fixture', include: ['*.fixture.ts'], reporters: [new TallyReporter()] },
});
