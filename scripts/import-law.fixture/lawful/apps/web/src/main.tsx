import { start } from '#app/router.tsx';

start();
