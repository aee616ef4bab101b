// breaks: server-layers
import { store } from '#adapters/store-memory.ts';

store.toString();
