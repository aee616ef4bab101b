import { button } from '#shared/ui/button.ts';

export const queue = button;
