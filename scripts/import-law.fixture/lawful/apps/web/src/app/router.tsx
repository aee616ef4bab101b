export const start = () => import('#screens/files.screen.tsx');
