// breaks: resolves
export { gone } from '#lib/gone.ts';
