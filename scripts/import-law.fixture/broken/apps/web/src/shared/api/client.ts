// breaks: web-layers
import { Files } from '#screens/files.screen.tsx';

export const api = Files;
