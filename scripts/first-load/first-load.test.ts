import { expect, test } from 'vitest';
import { filesOf } from './first-load.ts';

const manifest = {
  'index.html': { file: 'chunks/index.js', imports: ['_vendor.js'], dynamicImports: ['src/popup.tsx'] },
  'src/screens/files.screen.tsx': { file: 'chunks/files.js', imports: ['_list.js', 'index.html'] },
  'src/popup.tsx': { file: 'chunks/popup.js' },
  '_vendor.js': { file: 'chunks/vendor.js' },
  '_list.js': { file: 'chunks/list.js', imports: ['_vendor.js'] },
  'src/style.css': { file: 'assets/style.css' },
};

test('follows static imports alone, and counts each file once', () => {
  expect(filesOf(manifest, ['index.html', 'src/screens/files.screen.tsx', 'src/style.css']).sort()).toEqual([
    'chunks/files.js',
    'chunks/index.js',
    'chunks/list.js',
    'chunks/vendor.js',
  ]);
});

test('a root that the build does not have is an error, not a small load', () => {
  expect(() => filesOf(manifest, ['src/gone.tsx'])).toThrow('src/gone.tsx');
});
