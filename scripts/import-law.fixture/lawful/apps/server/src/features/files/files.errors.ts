export const notFound = new Error('not found');
