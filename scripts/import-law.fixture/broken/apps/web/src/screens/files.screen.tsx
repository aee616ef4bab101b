// breaks: web-layers
export const Files = () => import('#app/start.ts');
